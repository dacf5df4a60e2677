// A remark beside a value says that it may be shown: `fovea:allow`, or `gitleaks:allow`, which other tools know too, on its line or alone on the line before.

const REMARK = /(?:fovea|gitleaks):allow/
/** So much of a line is looked at, before a value and behind it. */
const NEAR = 400

/** Whether the value at a place is allowed. */
export function isAllowedAt(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - NEAR), at)
  const start = before.lastIndexOf('\n') + 1
  const behind = text.slice(at, at + NEAR)
  const end = behind.indexOf('\n')
  if (REMARK.test(before.slice(start) + (end < 0 ? behind : behind.slice(0, end)))) return true
  if (start === 0) return false
  const above = before.slice(start < 2 ? 0 : before.lastIndexOf('\n', start - 2) + 1, start - 1)
  // A remark behind a value of its own speaks of that one.
  return REMARK.test(above) && /^\s*(?:\/\/|#|--|;|\/?\*|<!--|%|"|'|rem\b)/i.test(above)
}
