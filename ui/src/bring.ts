// What was asked for is brought into sight where the window is too small to show it beside what was pressed.

/** Pixels of something that must be seen, or nobody knows that it is there. */
const ENOUGH = 120

/** Whether too little of something is seen in a window of this height. */
export const isOutOfSight = (top: number, height: number): boolean => top < 0 || top + ENOUGH > height

/** Brings an element into sight once the page is drawn, by scrolling to what holds it, or to itself; what is in sight already stays where it is. */
export function bring(selector: string, holder = selector): void {
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const element = document.querySelector(selector)
    if (element !== null && isOutOfSight(element.getBoundingClientRect().top, innerHeight)) element.closest(holder)?.scrollIntoView({ block: 'start' })
  }))
}
