import type { Tx } from '#kit/database.ts'
import type { ListCount } from '#lists/contract.ts'
import { writeCursor } from '#lists/cursor.ts'
import { pageOf, readPage } from '#lists/page.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import type { AuditLine, AuditQuery } from './contract.ts'
import { KNOWN_ACTIONS, SUBJECT_KINDS } from './rules.ts'
import {
  countAuditLines,
  selectActs,
  selectLine,
  selectAuditLines,
  selectLinesOn,
  type ActRow,
  type LineRow,
} from './store.ts'

export type { ActRow }
type PageAsked = AuditQuery & { cursor?: string | undefined; limit: number }

/** What the audit log holds about each of these records, oldest first. */
export async function actsOn(tx: Tx, subjectIds: readonly string[]): Promise<Map<string, ActRow[]>> {
  return Map.groupBy(await selectActs(tx, subjectIds), (act) => act.subject_id)
}

/** Whether an act brought its record into one of these states. */
export function leadsTo(...states: readonly string[]): (act: Pick<ActRow, 'before' | 'after'>) => boolean {
  return ({ before, after }) => {
    const now = textIn(after, 'status')
    return now !== undefined && states.includes(now) && textIn(before, 'status') !== now
  }
}

/** The same, or gave it another amount while it was in one of them: either decides what the next step pays. */
export function leadsToAmount(...states: readonly string[]): (act: Pick<ActRow, 'before' | 'after'>) => boolean {
  const leads = leadsTo(...states)
  return (act) => {
    const { before, after } = act
    const was = textIn(before, 'amount')
    const isThere = states.includes(textIn(after, 'status') ?? '')
    return leads(act) || (isThere && was !== undefined && textIn(after, 'amount') !== was)
  }
}

function textIn(facts: unknown, field: string): string | undefined {
  const value: unknown = typeof facts === 'object' && facts !== null ? Reflect.get(facts, field) : undefined
  return typeof value === 'string' ? value : undefined
}

/** The log in pages. 422 for a cursor or a time that cannot be read, an action or a kind of record that is none. */
export async function listLines(tx: Tx, asked: PageAsked): Promise<{ items: AuditLine[]; next_cursor: string | null }> {
  const page = readAsked(asked)
  const found = await selectAuditLines(tx, page)
  const { rows, next_cursor } = pageOf(found, page.limit, (last) => writeCursor(page.sort, last))
  return { items: rows.map(onWire), next_cursor }
}

/** How many lines there are in all, of what the pages are asked for. 422 as for these. */
export async function countLines(tx: Tx, asked: AuditQuery): Promise<ListCount> {
  return countAuditLines(tx, readAsked({ ...asked, limit: 0 }))
}

function readAsked({ action, kind, ...asked }: PageAsked) {
  const actions = parted('action', action, KNOWN_ACTIONS)
  return { ...readPage(asked), actions, kinds: parted('kind', kind, SUBJECT_KINDS) }
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
  const { id, at, actor_id, actor_name, job, address, device, action, subject_kind, subject_id, subject_name } = row
  const { requester_id, requester_name } = row
  return {
    ...{ id, job, address, device, action, before: row.before, after: row.after, reason: row.reason },
    at: at.toISOString(),
    actor: actor_id === null ? null : { id: actor_id, name: actor_name ?? '' },
    asked_by: requester_id === null ? null : { id: requester_id, name: requester_name ?? '' },
    subject: { kind: subject_kind, id: subject_id, name: subject_name },
  }
}
