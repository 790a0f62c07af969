/** Two processes that number and sign, killed at random while money moves, and what everybody has seen of the log. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { transaction } from '#kit/transaction.ts'
import type { AccountName } from '#ledger/accounts.ts'
import { proveAll } from '#ledger/proof/proof.ts'
import { consistencyPath, type TileAt } from '#log/merkle.ts'
import { signerOf, signNote } from '#log/note.ts'
import { numberEntries } from '#log/number-entries.ts'
import { LOG_PROOFS } from '#log/proof/proofs.ts'
import { consistencyLeaves, tileName, type TilePlace, tilesOf, TILE_WIDTH } from '#log/tile-rules.ts'
import { isConsistent } from '#log/verify-merkle-rules.ts'
import { openNote, readTreeHead, readVerifierKey, textOfTreeHead, type TreeHead } from '#log/verify-note-rules.ts'
import { type InvestingHouse, openInvestingHouse } from './investing-house.ts'
import { postEveryKind } from './every-posting.ts'
import { anInvestor } from './people.ts'
import { postAtRandom } from './random-postings.ts'

const WORKER = join(import.meta.dirname, '../../scripts/log-worker.ts')
const ORIGIN = 'plumb.example/log'
/** Milliseconds for which a process is left alone, at most, once it has begun. */
const LONGEST_PAUSE = 400

export type Killed = {
  killed: number
  transfers: number
  notes: number
  sizes: number
  wrong: string[]
  planted: string[]
}

/** So many kills. `wrong` is empty where no position is wrong and all that was ever seen agrees; `planted` is what is said of a fork. */
export async function killSequencers(kills: number): Promise<Killed> {
  const house = await openInvestingHouse()
  const folder = await mkdtemp(join(tmpdir(), 'plumb-sequencers-'))
  const seed = randomBytes(32)
  const workers = ['one', 'other'].map((name) => new Worker(house.appUrl, join(folder, name), seed.toString('base64')))
  const seen = new Set<string>()
  let over = false
  try {
    await postEveryKind(house)
    const posting = postUntil(house, () => over)
    const looking = Promise.all(workers.map((worker) => lookUntil(worker, seen, () => over)))
    for (let killed = 0; killed < kills; killed += 1) {
      const worker = workers[randomInt(workers.length)]
      await worker?.killAtWork()
      for (const note of (await worker?.keptNotes()) ?? []) seen.add(note)
    }
    over = true
    await Promise.all([posting, looking])
    await untilNumbered(house)
    await workers[0]?.untilSigned(house)
    return { killed: kills, ...(await judged(house, workers, seen, seed)) }
  } finally {
    over = true
    for (const worker of workers) worker.end()
    await house.close()
    await rm(folder, { recursive: true, force: true })
  }
}

class Worker {
  private child: ChildProcess | undefined
  private address: Promise<string>
  private readonly appUrl: string
  private readonly folder: string
  private readonly key: string

  constructor(appUrl: string, folder: string, key: string) {
    this.appUrl = appUrl
    this.folder = folder
    this.key = key
    this.address = this.begin()
  }

  private async begin(): Promise<string> {
    const child = spawn(process.execPath, [WORKER, this.appUrl, this.folder], {
      env: { ...process.env, LOG_KEY: this.key },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.child = child
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    return `http://127.0.0.1:${said.toString().trim()}`
  }

  /** Throws where it had ended by itself. */
  async killAtWork(): Promise<void> {
    await this.address
    await pause(randomInt(LONGEST_PAUSE))
    const { child } = this
    if (child === undefined || child.exitCode !== null) throw new Error('a process has ended by itself')
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    this.address = this.begin()
  }

  end(): void {
    this.child?.kill('SIGKILL')
  }

  /** What is shown there; undefined while it is away. */
  async get(path: string): Promise<Buffer | undefined> {
    const answer = await fetch(`${await this.address}${path}`).catch(() => undefined)
    if (answer?.status !== 200) return undefined
    return Buffer.from(await answer.arrayBuffer().catch(() => new ArrayBuffer(0)))
  }

  /** What it has signed last, also where it was killed before the database had that. */
  async keptNotes(): Promise<string[]> {
    const file = join(this.folder, 'log-checkpoint')
    return existsSync(file) ? [await readFile(file, 'utf8')] : []
  }

  async untilSigned({ db }: InvestingHouse): Promise<void> {
    const { size } = await db.selectFrom('log_head').select('size').executeTakeFirstOrThrow()
    while (!(await this.get('/log/checkpoint'))?.toString().startsWith(`${ORIGIN}\n${size}\n`)) await pause(20)
  }
}

/** What was posted to the end: from then on nothing changes. Whoever finds another process at it leaves it to that one. */
async function untilNumbered({ db }: InvestingHouse): Promise<void> {
  const left = sql<{ left: number }>`
    SELECT count(*)::integer AS left FROM transfer WHERE NOT EXISTS (SELECT FROM log_position WHERE transfer_id = transfer.id)`
  while (((await left.execute(db)).rows[0]?.left ?? 0) > 0) {
    await numberEntries(db)
    await pause(20)
  }
}

async function postUntil(house: InvestingHouse, isOver: () => boolean): Promise<void> {
  const people = await Promise.all(
    [1, 2, 3].map(async () => ({ ...(await anInvestor(house.db)), stands: new Map<AccountName, bigint>() })),
  )
  await Promise.all(
    people.map(async ({ userId, stands }) => {
      while (!isOver()) {
        const of = { investorId: userId, walletId: house.walletId, now: house.clock.now() }
        await postAtRandom(house.db, stands, { seed: randomInt(1_000_000), count: 4, batch: 2, ...of })
        await pause(100)
      }
    }),
  )
}

async function lookUntil(worker: Worker, seen: Set<string>, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const note = await worker.get('/log/checkpoint')
    if (note !== undefined && note.length > 0) seen.add(note.toString())
    await pause(5)
  }
}

async function judged(house: InvestingHouse, workers: readonly Worker[], seen: ReadonlySet<string>, seed: Uint8Array) {
  const { transfers, wrong: ofPositions } = await wrongPositions(house)
  const signer = await signerOf(ORIGIN, seed)
  const found = await Promise.all(workers.map((worker) => wrongNotes(worker, [...seen], signer.verifierKey)))
  // a fork is signed with the key itself, of a size in the middle
  const heads = found[0]?.heads ?? []
  const middle = heads[Math.floor(heads.length / 2)]
  const fork =
    middle && (await signNote(textOfTreeHead({ ...middle, size: middle.size, root: randomBytes(32) }), signer))
  const [one] = workers
  const planted = one && fork ? (await wrongNotes(one, [...seen, fork], signer.verifierKey)).wrong : []
  const sizes = new Set(heads.map(({ size }) => size)).size
  return {
    transfers,
    notes: seen.size,
    sizes,
    wrong: [...ofPositions, ...found.flatMap(({ wrong }) => wrong)],
    planted,
  }
}

/** A number twice, one that is missing, an account that does not ascend, or a leaf that is not of its transfer. */
async function wrongPositions({ db }: InvestingHouse): Promise<{ transfers: number; wrong: string[] }> {
  return transaction(db, async (tx) => {
    const proved = (await proveAll({ tx, since: null }, LOG_PROOFS)).flatMap(({ wrong }) => wrong?.says ?? [])
    const { rows } = await sql<{ says: string }>`
      SELECT 'transfer ' || id || ' has ' || count(position) || ' positions' AS says
      FROM transfer LEFT JOIN log_position ON transfer_id = id GROUP BY id HAVING count(position) <> 1
      UNION ALL
      SELECT 'positions end at ' || max(position) || ' and are ' || count(*) FROM log_position HAVING max(position) + 1 <> count(*)
      UNION ALL
      SELECT 'position ' || position || ' is too early' FROM (
        SELECT position, sequence, row_number() OVER (PARTITION BY account_id ORDER BY position, sequence) AS place
        FROM log_position JOIN entry USING (transfer_id)
      ) AS line WHERE sequence <> place`.execute(tx)
    const { rows: counted } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM transfer`.execute(tx)
    return { transfers: counted[0]?.count ?? 0, wrong: [...proved, ...rows.map(({ says }) => says)] }
  })
}

/** Of all that was ever seen: what is not signed, and each that is no beginning of the next, by the tiles that are shown there. */
async function wrongNotes(worker: Worker, notes: readonly string[], verifierKey: string) {
  const verifier = await readVerifierKey(verifierKey)
  const wrong: string[] = []
  const heads: TreeHead[] = []
  for (const note of notes) {
    const head = verifier && readTreeHead((await openNote(note, verifier)) ?? '')
    if (head === undefined) wrong.push(`not signed by the house: ${note}`)
    else heads.push(head)
  }
  heads.sort((one, other) => one.size - other.size)
  for (const [at, old] of heads.entries()) {
    const grown = heads[at + 1]
    if (grown === undefined) continue
    const path =
      old.size === grown.size ? [] : consistencyPath(old.size, grown.size, await tilesFrom(worker, old, grown))
    if (!(await isConsistent(old, grown, path)))
      wrong.push(`the checkpoint at ${old.size} does not begin that at ${grown.size}`)
  }
  return { wrong, heads }
}

/** From where everybody has them, as wide as they are there. */
async function tilesFrom(worker: Worker, old: TreeHead, grown: TreeHead): Promise<TileAt> {
  const nameOf = ({ level, n }: TilePlace) => `${level}/${tileName(n)}`
  const tiles = new Map<string, Uint8Array>()
  for (const place of tilesOf(consistencyLeaves(old.size, grown.size))) {
    const width = Math.min(Math.floor(grown.size / TILE_WIDTH ** place.level) - place.n * TILE_WIDTH, TILE_WIDTH)
    const name = `/log/tile/${nameOf(place)}${width < TILE_WIDTH ? `.p/${width}` : ''}`
    const tile = await worker.get(name)
    if (tile === undefined) throw new Error(`there is no ${name}`)
    tiles.set(nameOf(place), tile)
  }
  return (place) => tiles.get(nameOf(place)) ?? new Uint8Array()
}
