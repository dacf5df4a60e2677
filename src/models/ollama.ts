import { type Dialect, fieldOf } from './dialect.ts'

/** The embeddings of Ollama. */
export const ollama: Dialect = {
  path: '/api/embed',
  body: (model, input) => ({ model, input, truncate: true }),
  vectors: (answer) => {
    const items = fieldOf(answer, 'embeddings')
    return Array.isArray(items) ? items : undefined
  },
}
