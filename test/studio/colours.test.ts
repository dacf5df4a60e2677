// The colours of code against everything they may stand on.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = (name: string): string => readFileSync(new URL(`../../ui/src/${name}`, import.meta.url), 'utf8')

/** Custom properties that are colours, in the blocks that one theme has. */
function coloursOf(text: string, dark: boolean): Record<string, string> {
  const blocks = [...text.matchAll(/(:root(?:\[data-theme='dark'\])?) \{([^{}]*)\}/g)].filter(([, selector]) => selector === (dark ? ":root[data-theme='dark']" : ':root'))
  return Object.fromEntries(blocks.flatMap(([, , body = '']) => [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value])))
}

function brightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [brightness(a), brightness(b)].sort((one, other) => other - one)
  return (light + 0.05) / (dark + 0.05)
}

test.each([false, true])('every colour of code has a contrast of 4.5 on every ground (dark: %s)', (dark) => {
  const [grounds, inks] = [coloursOf(css('style.css'), dark), coloursOf(css('preview/preview.css'), dark)]
  const pairs = Object.entries(inks).flatMap(([name, ink]) => ['ground', 'raised', 'mark'].map((ground) => ({ name, ground, contrast: contrast(ink, grounds[ground] as string) })))
  expect(pairs.length).toBeGreaterThanOrEqual(33)
  expect(pairs.filter((pair) => pair.contrast < 4.5)).toEqual([])
})

test('dark is dark whether the system or the reader says so', () => {
  const text = css('preview/preview.css')
  const [, system = ''] = /prefers-color-scheme: dark\) \{ :root:not\(\[data-theme='light'\]\) \{([^{}]*)\}/.exec(text) ?? []
  const [, chosen = ''] = /:root\[data-theme='dark'\] \{([^{}]*)\}/.exec(text) ?? []
  expect(system.trim()).not.toBe('')
  expect(system.trim()).toBe(chosen.trim())
})
