// The few statistics the scripts need.

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)

/** The value below which this part of the numbers lies. */
export function quantile(numbers, part) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * part) - 1))]
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export const round = (number, digits = 2) => Number(number.toFixed(digits))

export const percent = (part, digits = 1) => `${(part * 100).toFixed(digits)} %`

/** 1234567 as 1,234,567. */
export const grouped = (number) => String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',')
