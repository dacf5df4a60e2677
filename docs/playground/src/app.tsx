// The page: open something, choose, look.
import { Controls } from './controls.tsx'
import { Opening } from './opening.tsx'
import { ResultView } from './result.tsx'
import { doing, files, result, wrong } from './state.ts'

/** The whole page. */
export function App() {
  return (
    <>
      <header>
        <h1>Fovea playground</h1>
        <p>Fit a folder of code into a token budget: full text where it matters, signatures around it, one line at the edge. Everything happens in this page; <strong>nothing leaves your machine</strong>.</p>
      </header>
      <main>
        <Opening />
        <p class="doing" role="status">{doing.value === '' ? '' : `${doing.value} …`}</p>
        {wrong.value !== '' && <p class="wrong" role="alert">{wrong.value}</p>}
        {files.value > 0 && <Controls />}
        {result.value !== undefined && <ResultView result={result.value} />}
      </main>
      <footer class="quiet">
        <p>What .gitignore, .ignore and .foveaignore name is not read, and what looks like a secret is replaced. The text is what <code>fovea pack FOLDER --frozen</code> writes for the same files; only what git remembers of them is not known here.</p>
      </footer>
    </>
  )
}
