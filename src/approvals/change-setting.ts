import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { toWire } from '#money/micro-usd.ts'
import type { SettingName } from '#settings/contract.ts'
import { SECOND_APPROVAL_LIMIT } from '#settings/read.ts'
import { SETTING_TITLES } from '#settings/rules.ts'
import { readUpdate, updateSetting } from '#settings/update-setting.ts'
import type { Agreed } from './agree.ts'
import { correctOrAsk, type Correction } from './ask.ts'
import type { ApprovalKind } from './contract.ts'
import { isChangedByTwo, type ChangedByTwo } from './rules.ts'
import { tellOwners, type Told } from './tell-owners.ts'

/** A change of a setting as it is kept while it waits; null goes back to the default. */
export type KeptSetting = { name: SettingName; value: string | null; reason: string }

/**
 * Changes a setting; null goes back to the default. It counts from the next transaction on. A limit of what one
 * administrator does alone, up or down, and when an identity check is needed wait for a second one: then nothing has
 * changed, and the id of the request is answered. 422 with words for what the setting cannot be, 409 where it is so
 * already.
 */
export async function changeSetting(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: KeptSetting,
  agreed?: Agreed,
): Promise<string | undefined> {
  const update = await readUpdate(tx, input)
  const { id, name, before, after, reason } = update
  if (!isChangedByTwo(name)) {
    await updateSetting(tx, clock, actor, update)
    const changes = [{ field: 'setting', before: before ?? 'the default', after: after ?? 'the default' }]
    await tellOwners(tx, clock, {
      matter: 'setting',
      name: SETTING_TITLES[name],
      by: actor.name,
      step: 'made',
      changes,
    })
    return undefined
  }
  const { kind, matter, field, called } = BY_TWO[name]
  const kept: KeptSetting = { name, value: after, reason }
  const tell = { matter: 'limit', name: SETTING_TITLES[name] } as const
  const subject = { kind: 'setting', id } as const
  const correction: Correction = { kind, subject, concerns: null, input: kept, version: null, reason, tell }
  return correctOrAsk(tx, clock, actor, correction, agreed, async () => {
    await updateSetting(tx, clock, actor, update)
    const changes = [{ field, before: inWords(name, before), after: inWords(name, after) }]
    await tellOwners(tx, clock, { ...tell, by: actor.name, step: agreed ? 'agreed to' : 'made', changes })
    return { moved: null, changes }
  })
}

function inWords(name: SettingName, value: string | null): string {
  return value ?? (name === 'second_approval_limit' ? toWire(SECOND_APPROVAL_LIMIT) : 'the default')
}
