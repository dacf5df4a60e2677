// Whether the window is narrow, where another order of things reads better than another style of them.
import { useEffect, useState } from 'preact/hooks'

/** Follows a question such as `(max-width: 700px)`. */
export function useMedia(question: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(question).matches)
  useEffect(() => {
    const media = matchMedia(question)
    const heard = (): void => setHolds(media.matches)
    media.addEventListener('change', heard)
    return () => media.removeEventListener('change', heard)
  }, [question])
  return holds
}
