// Without the token the server answers nothing.
import { takeToken } from '../token.ts'

/** Asks for the token. */
export function Locked() {
  const open = (event: SubmitEvent): void => {
    event.preventDefault()
    takeToken(String(new FormData(event.currentTarget as HTMLFormElement).get('token') ?? ''))
  }
  return (
    <main id="main" class="locked">
      <h1>Fovea Studio</h1>
      <p>Open the address that <code>fovea ui</code> printed: it ends in a token, without which this page shows nothing. When the studio was started again, there is a new one.</p>
      <form onSubmit={open}>
        <label for="token">The address or its token</label>
        <input id="token" name="token" autocomplete="off" spellcheck={false} required />
        <button type="submit">Open</button>
      </form>
    </main>
  )
}
