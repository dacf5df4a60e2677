// Where a folder or a zip comes in: dropped, picked, or chosen in a file input.
import { useRef, useState } from 'preact/hooks'
import { type Chosen, filesInDrop, filesInHandle, filesInInput } from './folder.ts'
import { name, openFolder, openZip, refuse } from './state.ts'

type Picker = (options?: { mode: 'read' }) => Promise<FileSystemDirectoryHandle>
const picker = (globalThis as { showDirectoryPicker?: Picker }).showDirectoryPicker

/** The zone in which things are dropped, and the buttons for those who do not drag. */
export function Opening() {
  const [over, setOver] = useState(false)
  const folder = useRef<HTMLInputElement>(null)
  const zip = useRef<HTMLInputElement>(null)
  return (
    <section class={`opening${name.value === '' ? ' empty' : ''}${over ? ' over' : ''}`} aria-label="Open" onDragOver={(event) => { event.preventDefault(); setOver(true) }} onDragLeave={() => setOver(false)} onDrop={(event) => { event.preventDefault(); setOver(false); dropped(event) }}>
      <p>{name.value === '' ? 'Drop a folder or a .zip here, or' : <>Opened: <strong>{name.value}</strong>. Drop another one, or</>}</p>
      <p class="buttons">
        <button type="button" class="primary" onClick={() => (picker === undefined ? folder.current?.click() : void picked(picker))}>Choose a folder</button>
        <button type="button" onClick={() => zip.current?.click()}>Choose a zip</button>
      </p>
      <input ref={folder} type="file" data-testid="folder" hidden {...{ webkitdirectory: true }} onChange={(event) => chosen(event.currentTarget, (files) => openFolder(filesInInput(files)))} />
      <input ref={zip} type="file" data-testid="zip" accept=".zip,application/zip" hidden onChange={(event) => chosen(event.currentTarget, ([file]) => { if (file !== undefined) openZip(file) })} />
    </section>
  )
}

/** The same choice can be made again: an input tells only of changes. */
function chosen(input: HTMLInputElement, open: (files: File[]) => void): void {
  const files = [...(input.files ?? [])]
  input.value = ''
  if (files.length > 0) trying(() => open(files))
}

async function picked(pick: Picker): Promise<void> {
  try {
    openFolder(await filesInHandle(await pick({ mode: 'read' })))
  } catch (error) {
    // Whoever closes the picker wants nothing.
    if ((error as Error).name !== 'AbortError') refuse(`The folder was not opened: ${(error as Error).message}`)
  }
}

function dropped({ dataTransfer }: DragEvent): void {
  const files = [...(dataTransfer?.files ?? [])]
  const entries = [...(dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const only = files.length === 1 && entries[0]?.isDirectory !== true ? files[0] : undefined
  if (only !== undefined && /\.zip$/i.test(only.name)) trying(() => openZip(only))
  else if (entries.length > 0) filesInDrop(entries).then((all: Chosen) => openFolder(all)).catch((error: Error) => refuse(error.message))
  else refuse('What was dropped is neither a folder nor a zip: drop a folder, or a file that ends in .zip.')
}

function trying(open: () => void): void {
  try {
    open()
  } catch (error) {
    refuse((error as Error).message)
  }
}
