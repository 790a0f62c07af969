import { utcDay } from '#approvals/rules.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { microUsd, ZERO } from '#money/micro-usd.ts'
import { daysAfter } from '../rules.ts'
import { COUNTERPARTIES } from './accounts.ts'
import { Counterparties } from './counterparties.ts'
import type { JournalFormat, JournalHead, JournalTransfer } from './format.ts'
import { placeLate } from './order.ts'
import {
  giveRoom,
  type HeadRow,
  type Journal,
  type JournalLineRow,
  readAccounts,
  readBalances,
  readTransfers,
  selectFollowers,
  selectLate,
  selectLines,
} from './store.ts'

/** What is asked for: one investor's accounts or the whole books, and days of UTC. */
export type JournalQuery = Omit<JournalHead, 'madeAt'>

/**
 * The books as a file, part after part: accounts, what stood on them before the first day, transfers in the order in
 * which every account's entries ascend, what stands in the end. All of it is read in the caller's transaction, which must
 * keep one view of the database (REPEATABLE READ); of transfers, accounts and balances a thousand are held at a time.
 *
 * Where it is one investor's, everybody else is one account: what stands against their own entries in a transfer.
 */
export async function* writeJournal(tx: Tx, asked: JournalQuery, format: JournalFormat): AsyncGenerator<string> {
  await giveRoom(tx)
  const { investor, from, to } = asked
  const scope = investor?.id ?? null
  const moved = await placeLate(await selectLate(tx, scope), (ids) => selectFollowers(tx, scope, ids))
  const journal = {
    scope,
    moved,
    begins: from === null ? null : dayOf(from),
    ends: to === null ? null : dayOf(daysAfter(to, 1)),
  }
  const madeAt = (await databaseClock(tx)).now()
  const others = new Counterparties(investor !== null)

  yield format.head({ ...asked, madeAt })
  let accounts = 0
  for await (const batch of readAccounts(tx, scope)) yield joined(batch, (one) => format.account(one, accounts++))
  if (investor !== null) yield format.account(COUNTERPARTIES, accounts)

  if (from !== null) {
    let opened = 0
    for await (const line of balancesOf(tx, journal, journal.begins, others)) {
      if (line.balance !== ZERO) yield format.opening(line, opened++, from)
    }
  }
  yield format.begin()
  const counts = { transfers: 0, lines: 0 }
  let last = from ?? to ?? utcDay(madeAt)
  for await (const transfers of transfersOf(tx, journal, others)) {
    yield joined(transfers, (one) => format.transfer(one, counts.transfers++))
    counts.lines += transfers.reduce((lines, one) => lines + one.lines.length, 0)
    last = transfers.at(-1)?.day ?? last
  }
  yield format.close?.() ?? ''
  if (format.closing !== undefined) {
    let closed = 0
    const after = daysAfter(to ?? last, 1)
    for await (const line of balancesOf(tx, journal, journal.ends, new Counterparties(investor !== null))) {
      yield format.closing(line, closed++, after)
    }
  }
  yield format.end(counts)
}

async function* balancesOf(tx: Tx, journal: Journal, before: Date | null, others: Counterparties) {
  let total = 0n
  for await (const batch of readBalances(tx, journal, before)) {
    for (const line of batch) total += line.balance
    yield* batch
  }
  const folded = others.fold([microUsd(total)])
  if (folded !== undefined) yield folded
}

async function* transfersOf(tx: Tx, journal: Journal, others: Counterparties): AsyncGenerator<JournalTransfer[]> {
  for await (const heads of readTransfers(tx, journal)) {
    const ids = heads.map(({ id }) => id)
    const lines = Map.groupBy(await selectLines(tx, journal.scope, ids), ({ transfer_id }) => transfer_id)
    yield heads.map((head) => tellTransfer(head, lines.get(head.id) ?? [], others))
  }
}

function tellTransfer(head: HeadRow, rows: readonly JournalLineRow[], others: Counterparties): JournalTransfer {
  const { id, kind, reference_kind, reference_id, effective_at, at } = head
  const lines = rows.map(({ transfer_id: _, amount, balance, ...account }) => ({ account, amount, balance }))
  const folded = others.fold(lines.map(({ amount }) => amount))
  return {
    ...{
      id: String(id),
      kind,
      reference: `${reference_kind}/${reference_id}`,
      day: utcDay(at),
      effectiveAt: effective_at,
    },
    lines: folded === undefined ? lines : [...lines, folded],
  }
}

function joined<One>(batch: readonly One[], write: (one: One) => string): string {
  return batch.map(write).join('')
}

function dayOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
