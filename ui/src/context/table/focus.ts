// A new plan may move the row whose button was just pressed to another place, and browsers take the focus from what is moved. It is given back here.
let held: { readonly path: string; readonly act: string } | undefined

/** Remembers which control of which row has the focus. */
export function holdFocus(path: string, act: string): void {
  held = { path, act }
}

/** Forgets it when the focus goes elsewhere by somebody's will. */
export function dropFocus(event: FocusEvent): void {
  if (event.relatedTarget !== null) held = undefined
}

/** Gives the focus back when it was lost: to the same control, else to the list. */
export function keepFocus(box: HTMLElement | null): void {
  if (held === undefined || box === null || (document.activeElement !== null && document.activeElement !== document.body)) return
  const { path, act } = held
  const control = [...box.querySelectorAll<HTMLElement>(`[data-act="${act}"]`)].find((one) => one.dataset['path'] === path)
  if (control === undefined) held = undefined
  ;(control ?? box).focus({ preventScroll: true })
}
