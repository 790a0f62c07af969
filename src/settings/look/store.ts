import type { Insertable } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Logo as LogoRow } from '#kit/database-schema.ts'
import type { Logo } from '../contract.ts'

/** The setting as it is kept; null while no owner has said anything. */
export async function selectLook(tx: Tx): Promise<string | null> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', 'look').executeTakeFirst()
  return row?.value ?? null
}

/** A logo without its picture. */
export function selectLogo(tx: Tx, hash: string): Promise<Logo | undefined> {
  return tx.selectFrom('logo').select(['hash', 'width', 'height']).where('hash', '=', hash).executeTakeFirst()
}

export async function selectLogoImage(tx: Tx, hash: string, part: 'image' | 'icon'): Promise<Uint8Array | undefined> {
  const row = await tx.selectFrom('logo').select(part).where('hash', '=', hash).executeTakeFirst()
  return row?.[part as 'image']
}

/** Keeps a logo that somebody has had drawn; what they had drawn before and nobody has asked for goes. */
export async function putLogo(tx: Tx, row: Insertable<LogoRow>): Promise<void> {
  await tx
    .deleteFrom('logo')
    .where('drawn_by', '=', row.drawn_by)
    .where('asked_for', '=', false)
    .where('hash', '<>', row.hash)
    .execute()
  await tx
    .insertInto('logo')
    .values(row)
    .onConflict((known) => known.column('hash').doUpdateSet({ drawn_by: row.drawn_by }))
    .execute()
}

/** Keeps a logo for good; false if there is none. */
export async function markAskedFor(tx: Tx, hash: string): Promise<boolean> {
  const done = await tx.updateTable('logo').set({ asked_for: true }).where('hash', '=', hash).executeTakeFirst()
  return done.numUpdatedRows > 0n
}
