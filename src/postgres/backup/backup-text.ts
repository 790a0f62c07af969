/**
 * What stands in a backup: SQL that psql reads, table after table as COPY has it, and at the end a manifest that says
 * what there is. Memory does not grow with the books: nothing is held but the piece that passes.
 */
import { createHash, type Hash } from 'node:crypto'
import { type BackupKey } from './backup-key.ts'
import { DamagedBackup, readBackupFile } from './backup-file.ts'

export type BackedUpTable = { name: string; columns: readonly string[] }
/** `sha256` is of the rows as they stand in the file. */
export type TableInManifest = BackedUpTable & { rows: number; sha256: string }
export type SequenceInManifest = { name: string; value: string; called: boolean }

export type BackupManifest = {
  /** of `package.json` */
  plumb: string
  /** when it was begun, by the database's clock: the books are as they were then */
  made_at: string
  /** PostgreSQL's version */
  server: string
  /** in the order in which they are run */
  migrations: { name: string; checksum: string }[]
  tables: TableInManifest[]
  sequences: SequenceInManifest[]
}

const TITLE = '-- A backup of Plumb, form 1. What is in it stands in its last line.'
const MANIFEST = '-- manifest '
const NEW_LINE = 10
/** COPY doubles every backslash of the rows: this stands at the end of them alone. */
const END_OF_ROWS = Buffer.from('\n\\.\n')
/** Bytes. A line between tables is never as long, but for a damaged one. */
const LONGEST_LINE = 4_000_000

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const inPublic = (name: string): string => `public.${quoted(name)}`
/** A table with its columns, as COPY takes it. */
export const copied = ({ name, columns }: BackedUpTable): string =>
  `${inPublic(name)} (${columns.map(quoted).join(', ')})`

/** Makes the text. `rowsOf` reads a table and adds what it read to the manifest. */
export async function* backupText(
  tables: readonly BackedUpTable[],
  rowsOf: (table: BackedUpTable) => AsyncIterable<Buffer>,
  manifest: () => Promise<BackupManifest>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${TITLE}\n`)
  for (const table of tables) {
    yield Buffer.from(`COPY ${copied(table)} FROM stdin;\n`)
    yield* rowsOf(table)
    yield Buffer.from('\\.\n')
  }
  const said = JSON.stringify(await manifest())
  yield Buffer.from(`${MANIFEST}${sha256().update(said).digest('hex')} ${said}\n`)
}

/**
 * Reads a backup from its beginning to its end, hands on the rows of each table, and answers the manifest. Throws
 * `DamagedBackup` where the rows are not those of the manifest, or it ends too early.
 */
export async function readBackupText(
  path: string,
  key: BackupKey | undefined,
  take: (rows: AsyncIterable<Buffer>, copyOf: string) => Promise<void>,
): Promise<BackupManifest> {
  const reader = new TextReader(path, readBackupFile(path, key))
  if ((await reader.line()) !== TITLE) throw new DamagedBackup(path, 'its first line is another')
  const found: { copyOf: string; sha256: string }[] = []
  for (let line = await reader.line(); ; line = await reader.line()) {
    if (line.startsWith(MANIFEST)) {
      await reader.end()
      return matching(path, line.slice(MANIFEST.length), found)
    }
    const copyOf = /^COPY (.*) FROM stdin;$/.exec(line)?.[1]
    if (copyOf === undefined) throw new DamagedBackup(path, 'a table begins in another way')
    const hash = sha256()
    await take(hashed(reader.rows(), hash), copyOf)
    found.push({ copyOf, sha256: hash.digest('hex') })
  }
}

/** Reads all of it and answers the manifest, so that what is damaged is known before anything is done with it. */
export async function verifyBackup(path: string, key: BackupKey | undefined): Promise<BackupManifest> {
  return readBackupText(path, key, readOver)
}

/** Reads to the end, for what comes of reading. */
export async function readOver(pieces: AsyncIterable<Buffer>): Promise<void> {
  const iterator = pieces[Symbol.asyncIterator]()
  while ((await iterator.next()).done !== true);
}

export const sha256 = (): Hash => createHash('sha256')

/** The same pieces, added to a hash as they pass. */
export async function* hashed(pieces: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    hash.update(piece)
    yield piece
  }
}

function matching(path: string, line: string, found: { copyOf: string; sha256: string }[]): BackupManifest {
  const [digest, said] = [line.slice(0, 64), line.slice(65)]
  if (sha256().update(said).digest('hex') !== digest) throw new DamagedBackup(path, 'its manifest was changed')
  const manifest: BackupManifest = JSON.parse(said)
  const wrong = manifest.tables.find(
    (table, at) => found[at]?.copyOf !== copied(table) || found[at].sha256 !== table.sha256,
  )
  if (wrong !== undefined) throw new DamagedBackup(path, `the rows of ${wrong.name} are not those that were written`)
  if (found.length !== manifest.tables.length) throw new DamagedBackup(path, 'it has a table too many')
  return manifest
}

/** Takes a text apart: lines, and rows in pieces of any size. */
class TextReader {
  private readonly path: string
  private readonly pieces: AsyncIterator<Buffer>
  private held: Buffer = Buffer.alloc(0)

  constructor(path: string, pieces: AsyncIterator<Buffer>) {
    this.path = path
    this.pieces = pieces
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.held.indexOf(NEW_LINE)
      if (end !== -1) {
        const line = this.held.toString('utf8', 0, end)
        this.held = this.held.subarray(end + 1)
        return line
      }
      if (this.held.length > LONGEST_LINE) throw new DamagedBackup(this.path, 'a line does not end')
      await this.more()
    }
  }

  async *rows(): AsyncGenerator<Buffer> {
    // The end of the line before belongs to what is looked for, and not to the rows.
    this.held = Buffer.concat([Buffer.from('\n'), this.held])
    for (let from = 1; ; await this.more()) {
      const end = this.held.indexOf(END_OF_ROWS)
      const upTo = end === -1 ? this.held.length - END_OF_ROWS.length + 1 : end + 1
      if (upTo > from) yield this.held.subarray(from, upTo)
      if (end !== -1) {
        this.held = this.held.subarray(end + END_OF_ROWS.length)
        return
      }
      if (upTo <= from) continue
      this.held = this.held.subarray(upTo)
      from = 0
    }
  }

  async end(): Promise<void> {
    const { done } = await this.pieces.next()
    if (this.held.length > 0 || done !== true) throw new DamagedBackup(this.path, 'something follows its end')
  }

  private async more(): Promise<void> {
    const { done, value } = await this.pieces.next()
    if (done === true) throw new DamagedBackup(this.path, 'it ends too early')
    this.held = this.held.length === 0 ? value : Buffer.concat([this.held, value])
  }
}
