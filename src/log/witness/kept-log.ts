/** What a witness keeps of one log, in a folder: the checkpoint that it has cosigned last, and the tiles that it has seen. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from '#kit/error-code.ts'
import { syncFolder } from '#kit/sync-folder.ts'
import type { TileAt } from '../merkle.ts'
import type { TilePlace } from '../tile-rules.ts'
import { readNote, readTreeHead, type TreeHead } from '../verify-note-rules.ts'

export type KeptHead = TreeHead & { note: string; text: string }

/** `opened`: all that the entry has committed to and its salt; null where the house has not opened it yet. */
export type KeptProof = { position: number; opened: { text: string; salt: string } | null }
export type KeptProofs = { size: number; proofs: readonly KeptProof[] }

export type KeptLog = {
  /** cosigned last: undefined before the first */
  head(): KeptHead | undefined
  /** is on the disk when this returns */
  keepHead(note: string): void
  /** so many entries have their hashes in the tiles, and a checkpoint that was signed has been computed from them */
  size(): number
  keepSize(size: number): void
  tileAt: TileAt
  keepTile(place: TilePlace, hashes: Uint8Array): void
  /** what shows that the log was rewritten; the path of the file */
  keepFork(size: number, fork: object): string
  /** which proofs of what is owed its first entries have, as far as they were looked through */
  proofs(): KeptProofs
  keepProofs(proofs: KeptProofs): void
  /** what shows that they are not what they should be; the path of the file */
  keepProofsFound(size: number, found: object): string
}

/** Throws where what is kept cannot be read: a witness that has forgotten what it signed signs no more. */
export function openKeptLog(folder: string): KeptLog {
  mkdirSync(join(folder, 'tiles'), { recursive: true, mode: 0o700 })
  const pathOf = ({ level, n }: TilePlace) => join(folder, 'tiles', `${level}-${n}`)
  const headPath = join(folder, 'checkpoint')
  const sizePath = join(folder, 'size')
  let head = headFrom(textAt(headPath), headPath)
  let size = sizeFrom(textAt(sizePath), sizePath)
  const proofsPath = join(folder, 'proofs')
  let proofs: KeptProofs = JSON.parse(textAt(proofsPath) ?? '{"size":0,"proofs":[]}')
  return {
    head: () => head,
    keepHead(note) {
      writeDurably(headPath, note)
      head = headFrom(note, headPath)
    },
    size: () => size,
    keepSize(grown) {
      // the tiles are on the disk before it is said that they are
      syncFolder(join(folder, 'tiles'))
      writeDurably(sizePath, `${grown}\n`)
      size = grown
    },
    tileAt: (place) => readFileSync(pathOf(place)),
    keepTile: (place, hashes) => replace(pathOf(place), hashes),
    keepFork: (shown, fork) => keepEvidence(folder, `rewritten-${shown}.json`, fork),
    proofs: () => proofs,
    keepProofs(now) {
      writeDurably(proofsPath, `${JSON.stringify(now, null, 1)}\n`)
      proofs = now
    },
    keepProofsFound: (shown, found) => keepEvidence(folder, `proofs-${shown}.json`, found),
  }
}

function keepEvidence(folder: string, name: string, what: object): string {
  const path = join(folder, name)
  writeDurably(path, `${JSON.stringify(what, null, 1)}\n`)
  return path
}

/** The head that a note says. Throws where it says none. */
function headFrom(note: string | undefined, path: string): KeptHead | undefined {
  if (note === undefined) return undefined
  const text = readNote(note)?.text
  const head = text === undefined ? undefined : readTreeHead(text)
  if (text === undefined || head === undefined) throw new Error(`${path} is no checkpoint: this witness signs nothing.`)
  return { ...head, note, text }
}

function sizeFrom(text: string | undefined, path: string): number {
  const size = Number(text ?? 0)
  if (!Number.isSafeInteger(size)) throw new Error(`${path} does not say how many entries are kept.`)
  return size
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function writeDurably(path: string, text: string): void {
  replace(path, text)
  syncFolder(dirname(path))
}

/** There whole or not at all. */
function replace(path: string, what: string | Uint8Array): void {
  const half = `${path}.part`
  const file = openSync(half, 'w', 0o600)
  try {
    writeSync(file, typeof what === 'string' ? Buffer.from(what) : what)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(half, path)
}
