// Whose turn it is. Everybody who waits has a line of their own, and the lines take turns: whoever asks for a thousand things at once waits for them, and the others do not.

/** Things that wait, in lines by whom they are for. */
export class Turns<T> {
  /** In the order of their turns. */
  private readonly lines = new Map<string, T[]>()

  add(client: string, thing: T): void {
    const line = this.lines.get(client)
    if (line === undefined) this.lines.set(client, [thing])
    else line.push(thing)
  }

  /** The first of the line whose turn it is; that line is then the last. */
  next(): T | undefined {
    const [[client, line] = ['', []]] = this.lines
    const thing = line.shift()
    this.lines.delete(client)
    if (line.length > 0) this.lines.set(client, line)
    return thing
  }

  /** Takes one back that is not wanted any more. */
  remove(client: string, thing: T): void {
    const line = this.lines.get(client) ?? []
    const place = line.indexOf(thing)
    if (place >= 0) line.splice(place, 1)
    if (line.length === 0) this.lines.delete(client)
  }

  /** Takes all of them. */
  clear(): T[] {
    const all = [...this.lines.values()].flat()
    this.lines.clear()
    return all
  }
}
