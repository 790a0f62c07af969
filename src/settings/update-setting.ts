import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { readName } from '#kit/rules.ts'
import { announceToAll } from '#notifications/notify.ts'
import type { SettingName } from './contract.ts'
import { askForLogo } from './look/draw-logo.ts'
import { lookOf } from './look-rules.ts'
import { readValue } from './rules.ts'
import { lockSettings, updateValue } from './store.ts'

/** A change of a setting that can be made; a value that is null is the default. `id` is what the audit log knows it by. */
type SettingUpdate = {
  id: string
  name: SettingName
  before: string | null
  after: string | null
  reason: string
}

/**
 * Reads a change of a setting and locks the setting, and those that go with it; null goes back to the default. 422 with words for what the setting
 * cannot be, 409 if it is so already.
 */
export async function readUpdate(
  tx: Tx,
  input: { name: SettingName; value: string | null; reason: string },
  together: readonly SettingName[] = [],
): Promise<SettingUpdate> {
  const { name } = input
  const reason = input.reason.trim()
  if (reason === '') refuseField('reason', 'Say why. It is kept in the history.')
  const after = input.value === null ? null : read(name, input.value)
  const locked = (await lockSettings(tx, [name, ...together])).find((setting) => setting.name === name)
  if (locked === undefined) throw new Error(`the setting ${name} is not there`)
  const { id, value: before } = locked
  if (name === 'look') await askForLogo(tx, lookOf(after).logo)
  if (after === before) refuse('wrong state', 'Already set. Nothing has changed.')
  return { id, name, before, after, reason }
}

/** Changes a setting that has been read and locked. It counts from the next transaction on. */
export async function updateSetting(tx: Tx, clock: Clock, actor: Administrator, update: SettingUpdate): Promise<void> {
  const { id, name, before, after, reason } = update
  await updateValue(tx, name, after)
  await recordAct(tx, clock, actor, {
    action: 'setting changed',
    subject: { kind: 'setting', id },
    before: { [name]: before },
    after: { [name]: after },
    reason,
  })
  await announceToAll(tx, 'settings')
}

function read(name: SettingName, typed: string): string {
  const value = readValue(name, typed)
  // a name on every page is what it looks like; the rules for that are too long for a browser
  const called = name === 'platform_name' && 'value' in value ? readName(value.value) : { text: '' }
  if ('problem' in called) refuseField('value', called.problem)
  if (called.text !== '') return called.text
  return 'problem' in value ? refuseField('value', value.problem) : value.value
}
