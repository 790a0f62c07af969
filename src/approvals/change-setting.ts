import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import type { SettingName } from '#settings/contract.ts'
import { KYC_WORDS, SETTING_TITLES } from '#settings/rules.ts'
import { readUpdate, updateSetting } from '#settings/update-setting.ts'
import type { Agreed } from './agree.ts'
import { correctOrAsk, type Correction } from './ask.ts'
import type { Change } from './contract.ts'
import { limitsInWords } from './limit.ts'
import { APPROVAL_LIMITS, changesBetween, isChangedByTwo } from './rules.ts'
import { tellOwners } from './tell-owners.ts'

/**
 * A change of a setting as it is kept while it waits; null goes back to the default. `was` is what both limits were when
 * it was asked for.
 */
export type KeptSetting = {
  name: SettingName
  value: string | null
  reason: string
  was?: Record<string, string>
}

/**
 * Changes a setting; null goes back to the default. It counts from the next transaction on. A limit of what one
 * administrator does alone, up or down, and when an identity check is needed wait for a second one: then nothing has
 * changed, and the id of the request is answered. As one of the limits may follow the other, what is asked for, told and
 * agreed to has both, before and after. 422 with words for what the setting cannot be, 409 where it is so already, or
 * where the limits are not those any more that it was asked for with.
 */
export async function changeSetting(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: KeptSetting,
  agreed?: Agreed,
): Promise<string | undefined> {
  const isLimit = APPROVAL_LIMITS.includes(input.name)
  const update = await readUpdate(tx, input, isLimit ? APPROVAL_LIMITS : [])
  const { id, name, before, after, reason } = update
  if (!isChangedByTwo(name)) {
    await updateSetting(tx, clock, actor, update)
    const changes = [{ field: 'setting', before: before ?? 'the default', after: after ?? 'the default' }]
    await tellOwners(tx, clock, actor, { matter: 'setting', name: SETTING_TITLES[name], step: 'made', changes })
    return undefined
  }
  const was = isLimit ? await limitsInWords(tx) : undefined
  if (was && input.was && changesBetween(input.was, was).length > 0) refuse('wrong state', LIMITS_CHANGED)
  const kept: KeptSetting = { name, value: after, reason, ...(was && { was }) }
  const tell = { matter: isLimit ? 'limit' : 'kyc', name: SETTING_TITLES[name] } as const
  const correction: Correction = {
    ...{ kind: isLimit ? 'change limit' : 'change kyc', subject: { kind: 'setting', id } },
    ...{ concerns: null, input: kept, version: null, reason, tell },
  }
  return correctOrAsk(tx, clock, actor, correction, agreed, async () => {
    await updateSetting(tx, clock, actor, update)
    const changes = was
      ? changesOf(name, was, await limitsInWords(tx))
      : [{ field: name, before: kycInWords(before), after: kycInWords(after) }]
    await tellOwners(tx, clock, actor, { ...tell, step: agreed ? 'agreed to' : 'made', changes })
    return { moved: null, changes }
  })
}

const LIMITS_CHANGED =
  'The limits have changed since this was asked for, so it would do something else. Refuse it; it can be asked for anew.'

/** What becomes of both limits; of the one that is changed also where its amount stays. */
function changesOf(name: SettingName, was: Record<string, string>, now: Record<string, string>): Change[] {
  const changes = changesBetween(was, now)
  if (changes.some(({ field }) => field === name)) return changes
  return [{ field: name, before: was[name] ?? null, after: now[name] ?? null }, ...changes]
}

function kycInWords(value: string | null): string {
  return value === null ? 'the default' : KYC_WORDS[value as keyof typeof KYC_WORDS]
}
