// What Fovea's search is measured against: BM25 over the same texts with the same stems and little words, names twice, k1 1.2 and b 0.75, nothing else.
import { fieldsOf } from '../../dist/catalog/find/fields.js'
import { questionStems, stemsIn } from '../../dist/catalog/find/words.js'

/** Orders the ids of resources for a question. `fields` narrows what is read. */
export function plainBm25(resources, fields) {
  const texts = resources.map((resource) => {
    const read = fieldsOf(resource)
    return [...read.name, ...Object.entries(read).filter(([name]) => fields === undefined || fields.includes(name)).flatMap(([, list]) => list)]
  })
  const counts = texts.map((list) => countsOf(list.flatMap(stemsIn)))
  const lengths = counts.map((table) => [...table.values()].reduce((sum, count) => sum + count, 0))
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  const holders = new Map()
  counts.forEach((table, at) => { for (const [stem, count] of table) {
    if (!holders.has(stem)) holders.set(stem, [])
    holders.get(stem).push([at, count])
  } })
  return (question) => {
    const scores = new Float64Array(resources.length)
    for (const stem of questionStems(question)) {
      const found = holders.get(stem) ?? []
      const rarity = Math.log(1 + (resources.length - found.length + 0.5) / (found.length + 0.5))
      for (const [at, count] of found) scores[at] += (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * lengths[at]) / mean))
    }
    return [...scores.keys()].filter((at) => scores[at] > 0).sort((a, b) => scores[b] - scores[a] || a - b).map((at) => resources[at].overview.id)
  }
}

function countsOf(stems) {
  const counts = new Map()
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}
