// Filters by level and by language, each with how many files it would show.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { PlanView } from '../../../../src/studio/contract.ts'
import { choose } from '../../address.ts'
import { LEVEL_DOCS, levelClass, LEVELS } from '../../level.ts'
import { counted } from '../../numbers.ts'
import { facets, type Wish } from './order.ts'

/** Languages that are shown before somebody asks for all. */
const FEW = 6

/** Both rows. */
export function Chips({ plan, wish }: { plan: PlanView; wish: Wish }) {
  const [all, setAll] = useState(false)
  const { levels, languages } = facets(plan.files, wish)
  const shown = all ? languages : languages.filter(({ name }, i) => i < FEW || wish.lang.includes(name))
  return (
    <>
      <div class="chips" role="group" aria-label="Only these levels">
        {LEVELS.map((level, i) => <Chip key={level} title={LEVEL_DOCS[level]} on={wish.at.includes(level)} count={levels[i] ?? 0} toggle={() => choose({ at: toggled(wish.at, level) })}><span class={`swatch ${levelClass(level)}`} aria-hidden="true" />{level}</Chip>).reverse()}
      </div>
      {languages.length < 2 ? null : (
        <div class="chips" role="group" aria-label="Only these languages">
          {shown.map(({ name, count }) => <Chip key={name} on={wish.lang.includes(name)} count={count} toggle={() => choose({ lang: toggled(wish.lang, name) })}>{name}</Chip>)}
          {languages.length <= FEW ? null : <button type="button" class="link" aria-expanded={all} onClick={() => setAll(!all)}>{all ? 'fewer languages' : `all ${languages.length} languages`}</button>}
        </div>
      )}
    </>
  )
}

const toggled = (names: readonly string[], name: string): string[] => (names.includes(name) ? names.filter((one) => one !== name) : [...names, name])

function Chip({ on, title, count, toggle, children }: { on: boolean; title?: string; count: number; toggle: () => void; children: ComponentChildren }) {
  return <button type="button" class="chip" aria-pressed={on} title={title} onClick={toggle}>{children} <span class="count">{counted(count)}</span></button>
}
