import type { Tx } from '#kit/database.ts'
import { writeCursor } from '#lists/cursor.ts'
import { pageOf, readPage } from '#lists/page.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import type { AuditLine, AuditQuery } from './contract.ts'
import { KNOWN_ACTIONS, SUBJECT_KINDS } from './rules.ts'
import {
  selectActs,
  selectActorNames,
  selectLine,
  selectAuditLines,
  selectLinesOn,
  type ActRow,
  type LineRow,
} from './store.ts'

export type { ActRow }
/** With the name of who did it, where that may be told. */
export type NamedAct = ActRow & { actor_name?: string }

/** What the audit log holds about each of these records, oldest first. */
export async function actsOn(tx: Tx, subjectIds: readonly string[]): Promise<Map<string, ActRow[]>> {
  return Map.groupBy(await selectActs(tx, subjectIds), (act) => act.subject_id)
}

/** The same with the names of who did it: for administrators alone. */
export async function namedActsOn(tx: Tx, subjectIds: readonly string[]): Promise<Map<string, NamedAct[]>> {
  const acts = await selectActs(tx, subjectIds)
  const actors = acts.flatMap(({ actor_id }) => actor_id ?? [])
  const names = await selectActorNames(tx, [...new Set(actors)])
  const named = acts.map((act): NamedAct => {
    const actor_name = act.actor_id === null ? undefined : names.get(act.actor_id)
    return actor_name === undefined ? act : { ...act, actor_name }
  })
  return Map.groupBy(named, (act) => act.subject_id)
}

/** Whether an act brought its record into one of these states. */
export function leadsTo(...states: readonly string[]): (act: Pick<ActRow, 'before' | 'after'>) => boolean {
  return ({ before, after }) => {
    const now = statusIn(after)
    return now !== undefined && states.includes(now) && statusIn(before) !== now
  }
}

function statusIn(facts: unknown): string | undefined {
  const status = typeof facts === 'object' && facts !== null && 'status' in facts ? facts.status : undefined
  return typeof status === 'string' ? status : undefined
}

/** The log in pages. 422 for a cursor or a time that cannot be read, an action or a kind of record that is none. */
export async function listLines(
  tx: Tx,
  { action, kind, ...asked }: AuditQuery & { cursor?: string | undefined; limit: number },
): Promise<{ items: AuditLine[]; next_cursor: string | null }> {
  const page = readPage(asked)
  const found = await selectAuditLines(tx, {
    ...page,
    actions: parted('action', action, KNOWN_ACTIONS),
    kinds: parted('kind', kind, SUBJECT_KINDS),
  })
  const { rows, next_cursor } = pageOf(found, page.limit, (last) => writeCursor(page.sort, last))
  return { items: rows.map(onWire), next_cursor }
}

/** One line. 404 if there is none. */
export async function findLine(tx: Tx, id: string): Promise<AuditLine> {
  const row = await selectLine(tx, id)
  return row === undefined ? refuse('not found', 'There is no such entry in the audit log.') : onWire(row)
}

/** The newest lines of an action about each of these records, at most `most` of each, newest first. */
export async function newestOn(
  tx: Tx,
  subjectIds: readonly string[],
  asked: { action: string; most: number },
): Promise<Map<string, AuditLine[]>> {
  const lines = (await selectLinesOn(tx, subjectIds, asked)).map(onWire)
  return Map.groupBy(lines, ({ subject }) => subject.id)
}

function parted(field: string, words: string | undefined, known: readonly string[]): string[] | undefined {
  if (words === undefined || words.trim() === '') return undefined
  const named = words.split(',').map((word) => word.trim())
  if (!named.every((word) => known.includes(word))) refuseField(field, `It may be ${known.join(', ')}.`)
  return named
}

function onWire(row: LineRow): AuditLine {
  const { id, at, actor_id, actor_name, job, address, action, subject_kind, subject_id, subject_name } = row
  const { requester_id, requester_name } = row
  return {
    ...{ id, job, address, action, before: row.before, after: row.after, reason: row.reason },
    at: at.toISOString(),
    actor: actor_id === null ? null : { id: actor_id, name: actor_name ?? '' },
    asked_by: requester_id === null ? null : { id: requester_id, name: requester_name ?? '' },
    subject: { kind: subject_kind, id: subject_id, name: subject_name },
  }
}
