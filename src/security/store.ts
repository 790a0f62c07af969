import type { Selectable } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { ContactChange } from '#kit/database-schema.ts'

export type ContactChangeRow = Selectable<ContactChange>
export type ContactKind = ContactChangeRow['kind']

export async function insertContactChange(tx: Tx, row: ContactChangeRow): Promise<void> {
  await tx.insertInto('contact_change').values(row).execute()
}

/** Gives up what waits for its code; of one kind, or of both. */
export async function dropOpenChanges(tx: Tx, userId: string, at: Date, kind?: ContactKind): Promise<void> {
  await tx
    .updateTable('contact_change')
    .set({ dropped_at: at })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('dropped_at', 'is', null)
    .$if(kind !== undefined, (of) => of.where('kind', '=', kind as ContactKind))
    .execute()
}

/** What waits for its code, of each kind one at most. */
export async function selectOpenChanges(tx: Tx, userId: string): Promise<ContactChangeRow[]> {
  return tx
    .selectFrom('contact_change')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('dropped_at', 'is', null)
    .execute()
}

export async function lockOpenChange(tx: Tx, userId: string, kind: ContactKind): Promise<ContactChangeRow | undefined> {
  return tx
    .selectFrom('contact_change')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('confirmed_at', 'is', null)
    .where('dropped_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateContactChange(
  tx: Tx,
  id: string,
  changed: Partial<Pick<ContactChangeRow, 'tries' | 'dropped_at' | 'confirmed_at' | 'undo_hash' | 'undo_until'>>,
): Promise<void> {
  await tx.updateTable('contact_change').set(changed).where('id', '=', id).execute()
}

/** The change that a link takes back, whatever has become of it. */
export async function selectByUndo(tx: Tx, undoHash: string): Promise<ContactChangeRow | undefined> {
  return tx.selectFrom('contact_change').selectAll().where('undo_hash', '=', undoHash).executeTakeFirst()
}

/**
 * The oldest change away from a value which can still be taken back, by who had the value before; undefined if there is
 * none.
 */
export async function selectTakenFrom(
  tx: Tx,
  userId: string,
  { kind, value, now }: { kind: ContactKind; value: string; now: Date },
): Promise<ContactChangeRow | undefined> {
  return tx
    .selectFrom('contact_change')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('old_value', '=', value)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', now)
    .orderBy('confirmed_at')
    .limit(1)
    .executeTakeFirst()
}

/** Ends the links of a change, which has nothing left to set back, and of those of its kind that came after it. */
export async function endTakeBacksFrom(tx: Tx, first: ContactChangeRow, at: Date): Promise<void> {
  await tx
    .updateTable('contact_change')
    .set({ undo_until: at })
    .where('user_id', '=', first.user_id)
    .where('kind', '=', first.kind)
    .where('confirmed_at', '>=', first.confirmed_at)
    .where('undo_until', '>', at)
    .execute()
}

/** Takes back all that a user has confirmed since a moment. Answers these, oldest first. */
export async function undoChangesSince(tx: Tx, userId: string, since: Date, at: Date): Promise<ContactChangeRow[]> {
  const undone = await tx
    .updateTable('contact_change')
    .set({ undone_at: at })
    .where('user_id', '=', userId)
    .where('confirmed_at', '>=', since)
    .where('undone_at', 'is', null)
    .returningAll()
    .execute()
  return undone.toSorted(
    (one, other) => Number(one.confirmed_at) - Number(other.confirmed_at) || (one.id < other.id ? -1 : 1),
  )
}

/** Whether the database refused a value because somebody else has it. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
