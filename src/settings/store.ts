import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { SettingName } from './contract.ts'

export type SettingRow = { id: string; name: SettingName; value: string | null }

/** Every setting; a value that is null is the default. */
export async function selectSettings(tx: Tx): Promise<SettingRow[]> {
  return tx.selectFrom('setting').select(['id', 'name', 'value']).orderBy('id').execute()
}

/** What the owner has said, to be asked together with other questions. */
export const SETTINGS_SAID = sql<Pick<SettingRow, 'name' | 'value'>[]>`
  SELECT coalesce(jsonb_agg(jsonb_build_object('name', name, 'value', value)), '[]') FROM setting WHERE value IS NOT NULL`

/** Locks and reads settings, in id order, so that two changes come one after the other. */
export async function lockSettings(tx: Tx, names: readonly SettingName[]): Promise<SettingRow[]> {
  return tx
    .selectFrom('setting')
    .select(['id', 'name', 'value'])
    .where('name', 'in', names)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export async function updateValue(tx: Tx, name: SettingName, value: string | null): Promise<void> {
  await tx.updateTable('setting').set({ value }).where('name', '=', name).execute()
}
