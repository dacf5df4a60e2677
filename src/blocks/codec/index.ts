// The container of typed blocks, in reading order.
export { type Bodies, BlockReader, decode, hashOf, type ReadOptions } from './blocks.ts'
export { COMPRESSIONS, type Compression, encode, type EncodeOptions } from './encode.ts'
export { CodecError, type Fault } from './error.ts'
export { LIMITS } from './limits.ts'
export { type Load, loadZstd, type Zstd } from './zstd.ts'
