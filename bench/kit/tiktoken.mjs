// An independent counter: OpenAI's own tokenizer, compiled to WebAssembly.
import { get_encoding as getEncoding } from 'tiktoken'

export { getEncoding }
