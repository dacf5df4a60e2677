// Context that is not a repository: a list of blocks, each of a type of the protocol, with a summary and a priority where somebody gave one.

/** How much a block matters; `normal` where nothing is said. */
export type Priority = 'critical' | 'high' | 'normal' | 'low' | 'background'

/** The priorities by their number in the protocol, which begins at 1. */
export const PRIORITIES: readonly Priority[] = ['critical', 'high', 'normal', 'low', 'background']

/** One file or folder of a tree. */
export interface TreeEntry {
  readonly name: string
  readonly kind: 'file' | 'dir'
  readonly size: number
  readonly children: readonly TreeEntry[]
}

/** Lines that changed together, each with its sign. */
export interface Hunk {
  readonly oldStart: number
  readonly newStart: number
  readonly lines: Uint8Array
}

interface Shared {
  /** What stands in for the content when there is no room for it. */
  readonly summary?: string
}

/** A part of a program. Content is bytes: the protocol does not promise text. */
export interface CodeBlock extends Shared { readonly type: 'code'; readonly lang: string; readonly path: string; readonly content: Uint8Array; readonly lines?: readonly [number, number] }
/** One turn of a conversation. */
export interface ConversationBlock extends Shared { readonly type: 'conversation'; readonly role: 'system' | 'user' | 'assistant' | 'tool'; readonly content: Uint8Array; readonly toolCallId?: string }
/** The files below a folder. */
export interface FileTreeBlock extends Shared { readonly type: 'file_tree'; readonly root: string; readonly entries: readonly TreeEntry[] }
/** What a tool said. */
export interface ToolResultBlock extends Shared { readonly type: 'tool_result'; readonly toolName: string; readonly status: 'ok' | 'error' | 'timeout'; readonly content: Uint8Array; readonly schemaHint?: string }
/** Prose. */
export interface DocumentBlock extends Shared { readonly type: 'document'; readonly title: string; readonly content: Uint8Array; readonly format: 'markdown' | 'plain' | 'html' }
/** Data in a format. */
export interface StructuredDataBlock extends Shared { readonly type: 'structured_data'; readonly format: 'json' | 'yaml' | 'toml' | 'csv'; readonly schema?: string; readonly content: Uint8Array }
/** Changes of one file. */
export interface DiffBlock extends Shared { readonly type: 'diff'; readonly path: string; readonly hunks: readonly Hunk[] }
/** Something said about another block; never shown itself. `target` counts every block of the stream from 0, annotations too. */
export interface AnnotationBlock extends Shared { readonly type: 'annotation'; readonly target: number; readonly kind: 'priority' | 'summary' | 'tag'; readonly value: Uint8Array }
/** A vector that lies elsewhere. */
export interface EmbeddingRefBlock extends Shared { readonly type: 'embedding_ref'; readonly vectorId: string; readonly sourceHash: Uint8Array; readonly model: string }
/** A picture and what it shows. */
export interface ImageBlock extends Shared { readonly type: 'image'; readonly mediaType: 'png' | 'jpeg' | 'gif' | 'svg' | 'webp'; readonly altText: string; readonly content: Uint8Array }
/** A type of somebody's own. */
export interface ExtensionBlock extends Shared { readonly type: 'extension'; readonly namespace: string; readonly typeName: string; readonly content: Uint8Array }
/** A type that is not known here: kept as it came, so that writing gives back what was read. */
export interface UnknownBlock extends Shared { readonly type: 'unknown'; readonly code: number; readonly body: Uint8Array }

/** One block of a list. */
export type TypedBlock =
  | CodeBlock | ConversationBlock | FileTreeBlock | ToolResultBlock | DocumentBlock | StructuredDataBlock
  | DiffBlock | AnnotationBlock | EmbeddingRefBlock | ImageBlock | ExtensionBlock | UnknownBlock

/** The names of the types, as manifests write them. */
export type BlockType = TypedBlock['type']
