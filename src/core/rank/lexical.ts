// BM25F over whole files: how much a text speaks of the task. Path counts more than body.
import type { Term } from './terms.ts'
import { scanner } from './terms.ts'

/** A text to be judged, with the path it stands at. */
export interface Document {
  readonly path: string
  readonly text: string
}

const K1 = 1.4
const B = 0.6
const PATH_WEIGHT = 6

/** The score of each document, best 1; all 0 when no word is found anywhere. */
export function lexicalScores(documents: readonly Document[], terms: readonly Term[]): Float64Array {
  const scores = new Float64Array(documents.length)
  if (terms.length === 0 || documents.length === 0) return scores
  const scan = scanner(terms)
  const counts = documents.map((document) => termCounts(document, terms.length, scan))
  const mean = documents.reduce((sum, document) => sum + document.text.length, 0) / documents.length || 1
  const rarity = terms.map((_, t) => idf(counts.filter((count) => (count[t] ?? 0) > 0).length, documents.length))
  documents.forEach((document, d) => {
    const norm = K1 * (1 - B + (B * document.text.length) / mean)
    terms.forEach((term, t) => {
      const frequency = counts[d]?.[t] ?? 0
      scores[d] = (scores[d] ?? 0) + term.weight * (rarity[t] ?? 0) * ((frequency * (K1 + 1)) / (frequency + norm))
    })
  })
  return normalised(scores)
}

function termCounts(document: Document, terms: number, scan: ReturnType<typeof scanner>): Float64Array {
  const counts = new Float64Array(terms)
  scan(document.text, (term) => { counts[term] = (counts[term] ?? 0) + 1 })
  scan(document.path, (term) => { counts[term] = (counts[term] ?? 0) + PATH_WEIGHT })
  return counts
}

const idf = (holders: number, all: number): number => Math.log(1 + (all - holders + 0.5) / (holders + 0.5))

function normalised(scores: Float64Array): Float64Array {
  const best = scores.reduce((most, score) => Math.max(most, score), 0)
  return best === 0 ? scores : scores.map((score) => score / best)
}
