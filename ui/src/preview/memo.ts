// A component that is drawn again only when something that it was given is another thing.
import { Component, type ComponentType, createElement } from 'preact'

/** The same component, drawn less often. */
export function memo<P extends object>(view: (props: P) => ReturnType<typeof createElement>): ComponentType<P> {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return (Object.keys(next) as (keyof P)[]).some((name) => next[name] !== this.props[name])
    }

    override render(): ReturnType<typeof createElement> {
      return view(this.props as P)
    }
  }
}
