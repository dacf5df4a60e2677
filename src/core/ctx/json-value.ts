/** The value of a JSON text, comments allowed; undefined when it is none. */
export function jsonValue(text: string): unknown {
  const start = text.replace(/^\uFEFF/, '')
  if (!/^\s*(?:[[{]|\/[/*])/.test(start)) return undefined
  return parsed(start) ?? parsed(start.replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, '$1').replace(/("(?:\\.|[^"\\])*")|,(?=\s*[\]}])/g, '$1'))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
