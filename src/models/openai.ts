import { type Dialect, fieldOf } from './dialect.ts'

/** The embeddings of OpenAI, which many servers speak: vLLM, LM Studio, llama.cpp, LocalAI. */
export const openai: Dialect = {
  path: '/v1/embeddings',
  body: (model, input) => ({ model, input, encoding_format: 'float' }),
  // The order is in the items, not in the list.
  vectors: (answer) => {
    const items = fieldOf(answer, 'data')
    return Array.isArray(items) ? items.toSorted((a, b) => Number(fieldOf(a, 'index')) - Number(fieldOf(b, 'index'))).map((item) => fieldOf(item, 'embedding')) : undefined
  },
}
