// The container of typed blocks, in reading order.
export { type Bodies, BlockReader, decode, hashOf, type ReadOptions } from './blocks.ts'
export { COMPRESSIONS, type Compression, encode, type EncodeOptions } from './encode.ts'
export { CodecError, type Fault } from './error.ts'
export { FLAG } from './frames.ts'
export { LIMITS } from './limits.ts'
export { type Load, loadZstd, type Zstd } from './zstd.ts'
export { type Header, readHeader } from './header.ts'
export { Doubts, flagWords, type Seen, survey } from './survey.ts'
