import type { Tx } from '#kit/database.ts'
import type { Looked, Proof, Scope, Wrong } from '#ledger/proof/proof.ts'
import { sameBytes } from '../bytes-rules.ts'
import {
  announcementCommitment,
  commitmentTo,
  committedParts,
  earlierSaltsOf,
  logEntry,
  saltsOf,
} from '../commitment.ts'
import { HASH_LENGTH } from '../hash.ts'
import { grownTiles, hashAt, leafHash } from '../merkle.ts'
import { firstOutOfOrder, orderInWords } from '../proof-order.ts'
import { rootAt } from '../sign-checkpoint.ts'
import { selectHead, selectTiles, selectTransfers, selectCommitments, type StoredTransfer } from '../store.ts'
import { edgeOf, TILE_WIDTH } from '../tile-rules.ts'
import { openNote, readTreeHead, readVerifierKey } from '../verify-note-rules.ts'
import { ANNOUNCED_PROOF } from './announced.ts'
import {
  countPositions,
  countTiles,
  type PositionToProve,
  proveDays,
  proveOrder,
  provePassed,
  selectCheckpoints,
  selectLoggedProofs,
  selectPositionOf,
  selectPositions,
  selectUnlogged,
} from './store.ts'

/** Positions that are looked at in one piece: whole tiles. */
const PIECE = 16 * TILE_WIDTH
/** The newest, which stand for those before them: the tree that they have is that of all. */
const CHECKPOINTS = 1000

/** What has to be true of the log: it is told from the books alone, and in full. */
export const LOG_PROOFS: readonly Proof[] = [
  {
    name: 'Each position of the log has committed to what stands in the books and was announced',
    of: 'positions',
    whole: true,
    prove: provePositions,
  },
  {
    name: 'Each hash of the log is that of the entries below it',
    of: 'hashes of entries',
    whole: true,
    prove: proveTiles,
  },
  {
    name: 'Each of the last checkpoints is signed, and has the root of its entries',
    of: 'checkpoints',
    whole: true,
    prove: proveCheckpoints,
  },
  {
    name: 'Each transfer that the log has passed has its position',
    of: 'transfers passed',
    whole: true,
    prove: async (scope) => provePassed(scope, (await selectHead(scope.tx)).settled_id),
  },
  {
    name: 'Each beginning of the log is a state of the books: the entries of every account follow one another along it',
    of: 'entries in the log',
    whole: true,
    prove: proveOrder,
  },
  {
    name: 'Each kept day stands in the log once, in the order of days',
    of: 'days in the log',
    whole: true,
    prove: proveDays,
  },
  {
    name: 'Each proof of what is owed stands in the log once, as it was published, in the order of epochs',
    of: 'proofs in the log',
    whole: true,
    prove: proveLoggedProofs,
  },
  ANNOUNCED_PROOF,
]

async function proveLoggedProofs({ tx }: Scope): Promise<Looked> {
  const proofs = await selectLoggedProofs(tx)
  const looked = proofs.length
  const wrong = firstOutOfOrder(proofs)
  if (wrong !== undefined) return { looked, wrong: { says: orderInWords(wrong) } }
  const hidden = proofs.find(({ published }) => !published)
  if (hidden !== undefined) {
    return {
      looked,
      wrong: { says: `Position ${hidden.position} of the log has a proof ${hidden.epoch} that was not published.` },
    }
  }
  const lacking = await selectUnlogged(tx)
  return {
    looked,
    wrong: lacking === undefined ? undefined : { says: `The log has no proof ${lacking} as it was published.` },
  }
}

async function provePositions({ tx, stopping }: Scope): Promise<Looked> {
  const head = await selectHead(tx)
  let looked = 0
  while (looked < head.size) {
    stopping?.throwIfAborted()
    const positions = await selectPositions(tx, looked, PIECE)
    const ids = positions.flatMap(({ transfer_id: id }) => (id === null ? [] : [id]))
    const transfers = withSalts(head.secret, await selectTransfers(tx, ids))
    for (const [at, one] of positions.entries()) {
      if (one.position !== looked + at) return { looked, wrong: isMissing(looked + at) }
      const wrong = await wrongAt(tx, head.secret, one, transfers.get(one.transfer_id ?? -1n))
      if (wrong !== undefined) return { looked: one.position, wrong }
    }
    if (positions.length === 0) return { looked, wrong: isMissing(looked) }
    looked += positions.length
  }
  const all = await countPositions(tx)
  if (all === head.size) return { looked, wrong: undefined }
  return { looked, wrong: { says: `The log has ${all} positions, and ${head.size} by its head.` } }
}

/** What a transfer commits to, and its salts. */
type SaltedTransfer = { id: bigint; texts: string[]; salts: Buffer }

/** By their ids. */
function withSalts(secret: Uint8Array, transfers: readonly StoredTransfer[]): Map<bigint, SaltedTransfer> {
  const all = transfers.map((one) => ({ id: one.id, texts: committedParts(one, one.entries) }))
  const salts = saltsOf(
    secret,
    all.map(({ id, texts }) => ({ id, parts: texts.length })),
  )
  let at = 0
  return new Map(
    all.map(({ id, texts }) => [id, { id, texts, salts: salts.subarray(at, (at += texts.length * HASH_LENGTH)) }]),
  )
}

const isMissing = (position: number): Wrong => ({ says: `Position ${position} of the log is missing.` })

async function wrongAt(
  tx: Tx,
  secret: Uint8Array,
  { position, transfer_id, announcement_id, commitment, said }: PositionToProve,
  transfer: SaltedTransfer | undefined,
): Promise<Wrong | undefined> {
  const isTransfer = transfer_id !== null
  const what = isTransfer ? `the transfer ${transfer_id}` : `the announcement ${announcement_id}`
  const place = isTransfer ? { transfer: String(transfer_id) } : {}
  const found: Uint8Array[] = []
  for (const one of possibleCommitments(secret, transfer, said)) {
    if (sameBytes(one, commitment)) return undefined
    found.push(one)
  }
  if (found.length === 0) {
    return { ...place, says: `Position ${position} of the log is that of ${what}, which is missing.` }
  }
  for (const one of found) {
    const other = await selectPositionOf(tx, one, position)
    if (other === undefined) continue
    const [first, second] = [Math.min(position, other), Math.max(position, other)]
    return { ...place, says: `Positions ${first} and ${second} of the log were swapped: ${what} belongs to ${other}.` }
  }
  return { ...place, says: `Position ${position} of the log: ${what} is not what was committed to there.` }
}

/** What may stand at a position of the log: of a transfer as any version has committed to it. */
function* possibleCommitments(
  secret: Uint8Array,
  transfer: SaltedTransfer | undefined,
  said: PositionToProve['said'],
): Generator<Uint8Array, void> {
  if (transfer === undefined) {
    if (said) yield announcementCommitment(said.type, said.bytes, said.salt)
    return
  }
  const { id, texts, salts } = transfer
  yield commitmentTo(texts, salts)
  yield commitmentTo(texts, earlierSaltsOf(secret, { id, parts: texts.length }))
}

/** Grows the tree anew, beside the one that is kept: of its own it keeps the tiles of the edge alone. */
async function proveTiles({ tx, stopping }: Scope): Promise<Looked> {
  const { size } = await selectHead(tx)
  const edge = new Map<string, Uint8Array>()
  for (let from = 0; from < size; from += PIECE) {
    stopping?.throwIfAborted()
    const entries = await selectCommitments(tx, from, Math.min(PIECE, size - from))
    if (entries.length < Math.min(PIECE, size - from)) {
      return { looked: from, wrong: isMissing(await firstMissing(tx, from)) }
    }
    const leaves = entries.map(({ type, commitment }) => leafHash(logEntry(type, commitment)))
    const grown = grownTiles(from, leaves, ({ level, n }) => edge.get(`${level}/${n}`) ?? new Uint8Array())
    const kept = new Map((await selectTiles(tx, grown)).map(({ level, n, hashes }) => [`${level}/${n}`, hashes]))
    const atEdge = new Set(edgeOf(from + leaves.length).map(({ level, n }) => `${level}/${n}`))
    for (const { level, n, hashes } of grown) {
      const name = `${level}/${n}`
      const there = kept.get(name) ?? new Uint8Array()
      const isLast = from + leaves.length === size
      const same = sameBytes(there.subarray(0, hashes.length), hashes) && (!isLast || there.length === hashes.length)
      if (!same) return { looked: from, wrong: { says: wrongTile(level, n, hashes, there) } }
      edge.set(name, hashes)
      if (!atEdge.has(name)) edge.delete(name)
    }
  }
  const [needed, all] = [tilesOfTree(size), await countTiles(tx)]
  const says = (what: keyof typeof all) =>
    `The log has ${all[what]} ${what}, and ${needed[what]} for its ${size} entries.`
  // a tile that the last entries did not reach was held to no more than it has to begin with
  const other = all.tiles !== needed.tiles ? says('tiles') : all.hashes !== needed.hashes ? says('hashes') : undefined
  return { looked: size, wrong: other === undefined ? undefined : { says: other } }
}

/** The first position from one on, of a piece that lacks any, which is not there. */
async function firstMissing(tx: Tx, from: number): Promise<number> {
  const there = await selectPositions(tx, from, PIECE)
  const gap = there.findIndex(({ position }, at) => position !== from + at)
  return from + (gap === -1 ? there.length : gap)
}

/** How many tiles a tree of this size has, and hashes in them. */
function tilesOfTree(size: number): { tiles: number; hashes: number } {
  const sum = { tiles: 0, hashes: 0 }
  for (let hashes = size; hashes > 0; hashes = Math.floor(hashes / TILE_WIDTH)) {
    sum.tiles += Math.ceil(hashes / TILE_WIDTH)
    sum.hashes += hashes
  }
  return sum
}

function wrongTile(level: number, n: number, hashes: Uint8Array, there: Uint8Array): string {
  for (let at = 0; at * 32 < hashes.length; at += 1) {
    if (sameBytes(hashAt(hashes, at), hashAt(there, at))) continue
    const where =
      level === 0 ? `Position ${n * TILE_WIDTH + at} of the log` : `Hash ${at} of tile ${level}/${n} of the log`
    return `${where}: the tree has another hash than its entry.`
  }
  return `Tile ${level}/${n} of the log has more hashes than there are entries.`
}

async function proveCheckpoints({ tx, stopping }: Scope): Promise<Looked> {
  const { size } = await selectHead(tx)
  let looked = 0
  for (const checkpoint of await selectCheckpoints(tx, CHECKPOINTS)) {
    stopping?.throwIfAborted()
    looked += 1
    const key = await readVerifierKey(checkpoint.verifier_key)
    const text = key && (await openNote(checkpoint.note, key))
    const tree = text === undefined ? undefined : readTreeHead(text)
    const place = `The checkpoint at ${checkpoint.size} entries`
    if (tree === undefined || tree.size !== checkpoint.size || tree.origin !== key?.name) {
      return { looked, wrong: { says: `${place} is not what was signed with the key of its log.` } }
    }
    if (tree.size > size || !sameBytes(await rootAt(tx, tree.size), tree.root)) {
      return { looked, wrong: { says: `${place} has another root than the log.` } }
    }
  }
  return { looked, wrong: undefined }
}
