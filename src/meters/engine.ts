/** What counts tokens: in WebAssembly, or in plain JavaScript where that is missing. */
export interface Engine {
  /** Room for so many bytes of text; what was put there before is lost, and the room of an earlier call must not be used any more. */
  room(bytes: number): Uint8Array
  /** The tokens of the first so many bytes in the room. */
  count(length: number): number
  /** The same, and where the text can be cut (log.ts). */
  logged(length: number): { readonly tokens: number; readonly log: Uint8Array }
}
