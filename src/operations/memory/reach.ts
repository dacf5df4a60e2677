// What every command about memory needs: the folder, its experience, and paths as they are known there.
import { resolve } from 'node:path'
import { flag, text, UsageError } from '../../core/field.ts'
import { ratingFrom } from '../../core/learn/feedback.ts'
import { type Caching, ExperienceError, openWorkspace, type Workspace } from '../../workspace/index.ts'
import { type Context, Failure } from '../operation.ts'

/** Inputs of every command about memory. */
export const placing = { root: text('The folder', { sign: 'DIR', otherwise: '.' }), json: flag('The answer as JSON') }

/** The folder whose memory is meant. */
export const workspaceAt = (context: Context, root: string | undefined, caching: Caching = 'off'): Workspace => openWorkspace(resolve(context.cwd, root ?? '.'), { caching })

/** Does something with what was learned; what is wrong with it becomes a failure. */
export async function withMemory<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw error instanceof ExperienceError ? new Failure(error.message) : error
  }
}

/** Paths as the workspace knows them; those that name no file of it come apart. */
export function filesNamed(workspace: Workspace, typed: readonly string[]): { paths: string[]; unknown: { path: string; why: string }[] } {
  const paths: string[] = []
  const unknown: { path: string; why: string }[] = []
  for (const path of typed) {
    try {
      paths.push(workspace.readOne(path).path)
    } catch (error) {
      if (!(error instanceof Error && error.name === 'PathError')) throw error
      unknown.push({ path, why: error.message })
    }
  }
  return { paths: [...new Set(paths)], unknown }
}

/** All paths must be files of the workspace. */
export function knownFiles(workspace: Workspace, typed: readonly string[]): string[] {
  const { paths, unknown } = filesNamed(workspace, typed)
  if (unknown[0] !== undefined) throw new Failure(unknown[0].why)
  return paths
}

/** A rating that was typed for an option. */
export function ratingTyped(option: string, typed: string): number {
  try {
    return ratingFrom(typed)
  } catch (error) {
    throw new UsageError(`${option}: ${(error as Error).message}`)
  }
}
