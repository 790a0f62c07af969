import type { Tx } from '#kit/database.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { beginningWith } from '#lists/page.ts'
import { idsBeginning } from '#lists/narrowing.ts'
import { toWire } from '#money/micro-usd.ts'
import type { recordsContract } from '#records/contract.ts'
import { findPeople } from '#users/find-people.ts'
import { listWallets } from '#wallets/find.ts'
import { type FoundRecordRow, selectFoundRecords } from './store.ts'

/** Of each kind: more than that is a list's to show. */
const MOST = 5
/** Characters without which nothing is looked for. */
const LEAST = 2
/** Characters from which an id of a transaction, a reference or an address is looked for: fewer begin too many. */
const MEANT = 4
/** So many digits of a record's own id say which is meant: ids begin with their time. */
const MEANT_ID = 8

type Found = ReplyOf<(typeof recordsContract)['GET /api/admin/find']>

/**
 * What an administrator may mean by a few typed characters: people, payment wallets, and records by their ids, references,
 * transaction ids and payout addresses. The first five of each kind, records newest first. By indexes alone.
 */
export async function findEverything(tx: Tx, typed: string): Promise<Found> {
  const q = typed.trim().toLowerCase()
  if (q.length < LEAST) return { status: 'success', people: [], wallets: [], records: [] }
  const people = await findPeople(tx, q, MOST)
  return {
    status: 'success',
    people: people.map(({ id, name, email, phone, kyc, blocked_at }) => ({
      ...{ id, name, email, phone, kyc, blocked: blocked_at !== null },
    })),
    wallets: await walletsFor(tx, q),
    records: (await recordsFor(tx, q)).map(({ kind, id, by, text, amount, status, created_at, ...of }) => ({
      ...{ kind, id, by, text, amount: toWire(amount), status, created_at: created_at.toISOString() },
      user: { id: of.user_id, name: of.name, email: of.email },
    })),
  }
}

/** There are few of them: those with such a name or such an address. */
async function walletsFor(tx: Tx, q: string): Promise<Found['wallets']> {
  const wallets = await listWallets(tx, { onlyAvailable: false })
  const isMeant = ({ wallet_name, wallet_address }: (typeof wallets)[number]) =>
    wallet_name.toLowerCase().includes(q) || (q.length >= MEANT && wallet_address.toLowerCase().startsWith(q))
  return wallets
    .filter(isMeant)
    .slice(0, MOST)
    .map(({ id, wallet_name: name, wallet_address: address, network }) => ({ id, name, address, network }))
}

async function recordsFor(tx: Tx, q: string): Promise<FoundRecordRow[]> {
  // no id, reference or address has a blank or an @ in it
  if (q.length < MEANT || /[\s@]/.test(q)) return []
  const found = await selectFoundRecords(
    tx,
    {
      begins: beginningWith(q),
      txids: [q, q.startsWith('0x') ? q.slice(2) : `0x${q}`].map(beginningWith),
      ids: q.length < MEANT_ID ? undefined : idsBeginning(q),
    },
    MOST,
  )
  // found in two ways, a record is one
  const each = [...new Map(found.map((record) => [`${record.kind} ${record.id}`, record])).values()]
  return [...Map.groupBy(each, ({ kind }) => kind).values()].flatMap((ofKind) => ofKind.slice(0, MOST))
}
