import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { announceToAll } from '#notifications/notify.ts'
import type { SettingName } from './contract.ts'
import { readValue } from './rules.ts'
import { lockSetting, updateValue } from './store.ts'

/**
 * Changes a setting; null goes back to the default. It counts from the next transaction on. 422 with words for what the
 * setting cannot be, 409 where it is so already.
 */
export async function updateSetting(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { name: SettingName; value: string | null; reason: string },
): Promise<void> {
  const { name, reason } = input
  if (reason.trim() === '') refuseField('reason', 'Say why: whoever looks at the history will want to know.')
  const after = input.value === null ? null : read(name, input.value)
  const { id, value: before } = await lockSetting(tx, name)
  if (after === before) refuse('wrong state', 'This setting is so already. Nothing has changed.')
  await updateValue(tx, name, after)
  await recordAct(tx, clock, actor, {
    action: 'setting changed',
    subject: { kind: 'setting', id },
    before: { [name]: before },
    after: { [name]: after },
    reason: reason.trim(),
  })
  await announceToAll(tx, 'settings')
}

function read(name: SettingName, typed: string): string {
  const value = readValue(name, typed)
  return 'problem' in value ? refuseField('value', value.problem) : value.value
}
