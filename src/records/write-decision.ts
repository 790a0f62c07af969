import { recordAct, recordDecision, recordDecisions } from '#audit/record.ts'
import { type Actor, byWhom, userOf } from '#kit/actor.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Json } from '#kit/database-schema.ts'
import type { Tx } from '#kit/database.ts'
import type { ActId } from '#kit/ids.ts'
import { refuseField } from '#kit/refusal.ts'
import { showUsdExact } from '#money/show.ts'
import { notifyEach } from '#notifications/notify.ts'
import { TXID_TAKEN } from '#wallets/rules.ts'
import { COLOURS, endedBy, type RecordKind } from './rules.ts'
import { changeRow, insertRows, ownerOf, type RecordOf } from './store.ts'

/** What is done to a record, for the audit log and for whose it is. */
type Act<K extends RecordKind> = {
  /** under which it stands in the log, where postings name it; else a new one */
  act?: ActId | undefined
  action: string
  /** of the notification */
  title: string
  /** what the audit log keeps of the record */
  factsOf: (record: RecordOf<K>) => Json
}

/**
 * Writes what has been decided about a record: the record, the decision where the state changes, the audit log with
 * before and after, and the notification. Moves no money: the caller posts that. 422 where it is declined
 * in the words for what its investor cancels, or for what was not paid in time, and was not: so it would be read.
 */
export async function writeDecision<K extends RecordKind>(
  tx: Tx,
  clock: DatabaseClock,
  actor: Actor,
  kind: K,
  decision: Act<K> & { before: RecordOf<K>; after: RecordOf<K>; reason: string | null },
): Promise<void> {
  const { act: id, action, before, after, factsOf, reason } = decision
  const ended = endedBy(after)
  if (ended !== null && ended !== endedBy(before) && ended !== byWhom(userOf(actor), ownerOf(before)))
    refuseField('reason', `Say it in other words: “${after.reason}” stands for ${STANDS_FOR[ended]}.`)
  await changeRecord(tx, kind, before, after)
  const subject = { kind, id: before.id }
  const act = { id, action, subject, before: factsOf(before), after: factsOf(after), reason }
  if (after.status === before.status) await recordAct(tx, clock, actor, act)
  else await recordDecision(tx, clock, actor, { ...act, from: before.status, to: after.status })
  await tellOwners(tx, clock, kind, [after], decision.title)
}

const STANDS_FOR = { investor: 'what investors cancel themselves', system: 'what was not paid in time' }

/** Writes a new record with its decision, the audit log and the notification, whose mail says what `follows`. Moves no money. */
export async function writeNew<K extends RecordKind>(
  tx: Tx,
  clock: DatabaseClock,
  actor: Actor,
  kind: K,
  record: RecordOf<K>,
  act: Act<K> & { follows?: string },
): Promise<void> {
  await writeEachNew(tx, clock, actor, kind, [record], act)
}

/** The same of several records, in as many statements as one takes. An act that has an id makes one record. */
export async function writeEachNew<K extends RecordKind>(
  tx: Tx,
  clock: DatabaseClock,
  actor: Actor,
  kind: K,
  records: readonly RecordOf<K>[],
  { act: id, action, title, factsOf, follows }: Act<K> & { follows?: string },
): Promise<void> {
  if (records.length === 0) return
  await insertRows(tx, kind, records)
  const acts = records.map((record) => {
    const act = { id, action, subject: { kind, id: record.id }, before: null, after: factsOf(record) }
    return { ...act, from: null, to: record.status }
  })
  await recordDecisions(tx, clock, actor, acts)
  await tellOwners(tx, clock, kind, records, title, follows)
}

/** Writes the record alone. 422 for a transaction id that another payment has. The caller holds the lock. */
export async function changeRecord<K extends RecordKind>(
  tx: Tx,
  kind: K,
  before: RecordOf<K>,
  after: RecordOf<K>,
): Promise<void> {
  if ((await changeRow(tx, kind, before, after)) === 'txid taken') refuseField('txid', TXID_TAKEN)
}

/** Notifies whose they are of where records stand; open screens fetch them, and the balance, again. */
async function tellOwners(
  tx: Tx,
  clock: DatabaseClock,
  kind: RecordKind,
  records: readonly RecordOf<RecordKind>[],
  title: string,
  follows?: string,
): Promise<void> {
  const notices = records.map((record) => ({
    userId: ownerOf(record),
    icon: kind,
    title,
    bold_value: showUsdExact(record.amount),
    status_color: COLOURS[record.status],
    status_text: record.status,
    subject: { kind, id: record.id },
    follows,
  }))
  await notifyEach(tx, clock, [`${kind}s`, 'balance'], notices)
}
