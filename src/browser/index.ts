// Fovea without a file system: files come as { path, content }, everything else is the same core.
export { decodeBlocks, encodeBlocks, type Loading, renderBlocks, type RenderOptions, zstdFor } from './blocks.ts'
export type { VirtualFile } from './files.ts'
export { type BrowserOptions, countedPaths, openFiles, type OpenFiles, type Packed, packFiles, type PackOptions } from './pack.ts'
export { assetsAt } from './platform.ts'
export { ContextEngine, EncoderConfig } from './protocol.ts'
export { BlockReader, type Bodies, CodecError, type Fault } from '../blocks/codec/index.ts'
export { blocksFrom as blocksFromManifest } from '../blocks/manifest.ts'
export { manifestOf as manifestOfBlocks } from '../blocks/manifest-text.ts'
export type { TypedBlock } from '../blocks/typed.ts'
export { LENSES } from '../core/lenses.ts'
export { FORMAT_NAMES } from '../formats/index.ts'
export { METER_NAMES } from '../meters/index.ts'

/** The protocol's API is started before use; here everything starts when it is needed. */
export default async function init(): Promise<void> {}
