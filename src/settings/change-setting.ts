import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk, type Correction } from '#approvals/ask.ts'
import type { ApprovalKind, Change } from '#approvals/contract.ts'
import { limitsInWords } from '#approvals/limit.ts'
import { changesBetween, LIMIT_NAMES } from '#approvals/rules.ts'
import { tellOwners, type OwnerAlert } from '#approvals/tell-owners.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import type { SettingName } from './contract.ts'
import { lookOf } from './look-rules.ts'
import { type Defaults, defaultsNow } from './read.ts'
import { isChangedByTwo } from './rules.ts'
import { SETTING_TITLES } from './titles-rules.ts'
import { readUpdate, updateSetting } from './update-setting.ts'
import { inWords } from './values-in-words.ts'

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
 * Changes a setting; null goes back to the default. It counts from the next transaction on, and every owner is told. What
 * nobody changes alone waits for a second administrator, whichever way it goes: then nothing has changed, and the id of
 * the request is answered. As one of the limits may follow the other, what is asked for, told and
 * agreed to has both, before and after; and whoever reads that it was or becomes the default reads what that is, by the
 * `environment`. 422 with words for what the setting cannot be, 409 if it is so already, or
 * where the limits are not those any more that it was asked for with.
 */
export async function changeSetting(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: KeptSetting,
  environment: Defaults,
  agreed?: Agreed,
): Promise<string | undefined> {
  const isLimit = LIMIT_NAMES.some((limit) => limit === input.name)
  const update = await readUpdate(tx, input, isLimit ? LIMIT_NAMES : [])
  const { id, name, before, after, reason } = update
  const was = isLimit ? await limitsInWords(tx) : undefined
  if (was && input.was && changesBetween(input.was, was).length > 0) refuse('wrong state', LIMITS_CHANGED)
  const { kind, matter } = KINDS[name] ?? OTHERS
  const tell = { matter, name: SETTING_TITLES[name], id: name }
  const defaults = await defaultsNow(tx, environment)
  const perform = async () => {
    await updateSetting(tx, clock, actor, update)
    const changes = was
      ? changesOf(name, was, await limitsInWords(tx))
      : name === 'look'
        ? changesOfLook(before, after)
        : [{ field: name === 'kyc' ? 'kyc' : 'setting', ...inWords(name, { before, after }, defaults) }]
    await tellOwners(tx, clock, actor, { ...tell, step: agreed ? 'agreed to' : 'made', changes })
    return { moved: null, changes }
  }
  if (!isChangedByTwo(name)) {
    await perform()
    return undefined
  }
  const kept: KeptSetting = { name, value: after, reason, ...(was && { was }) }
  const subject = { kind: 'setting', id } as const
  const correction: Correction = { kind, subject, concerns: null, input: kept, version: null, reason, tell }
  return correctOrAsk(tx, clock, actor, correction, agreed, perform)
}

type Kind = { kind: ApprovalKind; matter: OwnerAlert['matter'] }
const OTHERS: Kind = { kind: 'change setting', matter: 'setting' }
const LIMIT: Kind = { kind: 'change limit', matter: 'limit' }
const KINDS: Partial<Readonly<Record<SettingName, Kind>>> = {
  second_approval_limit: LIMIT,
  daily_alone_limit: LIMIT,
  kyc: { kind: 'change kyc', matter: 'kyc' },
}

const LIMITS_CHANGED =
  'The limits have changed since this was asked for, so it would do something else. Refuse it; it can be requested again.'

/** What becomes of both limits; of the one that is changed also where its amount stays. */
function changesOf(name: SettingName, was: Record<string, string>, now: Record<string, string>): Change[] {
  const changes = changesBetween(was, now)
  if (changes.some(({ field }) => field === name)) return changes
  return [{ field: name, before: was[name] ?? null, after: now[name] ?? null }, ...changes]
}

/** The colour and the logo apart, of which the second administrator sees both; null is Plumb's own. */
function changesOfLook(before: string | null, after: string | null): Change[] {
  const [was, now] = [before, after].map((value) => {
    const { colour, logo } = lookOf(value)
    return { brand_colour: colour ?? 'Plumb’s green', logo }
  })
  return changesBetween(was ?? {}, now ?? {})
}
