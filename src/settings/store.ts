import type { Tx } from '#kit/database.ts'
import type { SettingName } from './contract.ts'

export type SettingRow = { id: string; name: SettingName; value: string | null }

/** Every setting; a value that is null is the default. */
export async function selectSettings(tx: Tx): Promise<SettingRow[]> {
  return tx.selectFrom('setting').select(['id', 'name', 'value']).orderBy('id').execute()
}

/** Locks and reads a setting, so that two changes come one after the other. */
export async function lockSetting(tx: Tx, name: SettingName): Promise<SettingRow> {
  return tx
    .selectFrom('setting')
    .select(['id', 'name', 'value'])
    .where('name', '=', name)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateValue(tx: Tx, name: SettingName, value: string | null): Promise<void> {
  await tx.updateTable('setting').set({ value }).where('name', '=', name).execute()
}
