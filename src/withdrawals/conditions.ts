import type { Investor } from '#kit/actor.ts'
import type { Settings } from '#kit/config.ts'
import { CLOCK_NOW } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { askTogether } from '#kit/pipeline.ts'
import { toWire } from '#money/micro-usd.ts'
import { NO_WITHDRAWAL_LIMITS, SETTINGS_SAID, settingsSaid, withdrawalLimit } from '#settings/read.ts'
import { findUser } from '#users/find.ts'
import { pauseOf } from '#users/pause-withdrawals.ts'
import type { SavedAddress, WithdrawalConditions } from '#addresses/contract.ts'
import { addressesOf, type KeptAddress } from '#addresses/find.ts'
import { leftOfLimit, type Lately } from './limit-rules.ts'
import { requestedLately } from './limit-store.ts'

/** What the investor's next withdrawal has to keep to, as it is at this moment. */
export async function withdrawalConditions(
  tx: Tx,
  { userId }: Investor,
  { newAddressHoldHours }: Pick<Settings, 'newAddressHoldHours'>,
): Promise<WithdrawalConditions> {
  const user = await findUser(tx, userId)
  if (user === undefined) throw new Error(`user ${userId} has gone`)
  const { now, settings, book, ...lately } = await askTogether(tx, {
    now: CLOCK_NOW,
    settings: SETTINGS_SAID,
    book: addressesOf(userId),
    ...requestedLately(userId),
  })
  const pause = pauseOf(user, now)
  const limit = withdrawalLimit(settingsSaid(settings, NO_WITHDRAWAL_LIMITS), user.kyc)
  return {
    as_of: now.toISOString(),
    paused: pause && { until: pause.until.toISOString(), reason: pause.reason },
    limit: limit === undefined ? null : limitOnWire(limit, lately),
    hold_hours: newAddressHoldHours,
    addresses: book.map(onWire),
  }
}

function limitOnWire(limit: Parameters<typeof leftOfLimit>[0], lately: Lately): WithdrawalConditions['limit'] {
  const { left, moreAt } = leftOfLimit(limit, lately)
  return { amount: toWire(limit), left: toWire(left), more_at: moreAt?.toISOString() ?? null }
}

/** JSON writes times as the database does, with its own zone. */
function onWire({ created_at, usable_at, confirmed_at, ...entry }: KeptAddress): SavedAddress {
  return {
    ...entry,
    created_at: new Date(created_at).toISOString(),
    usable_at: new Date(usable_at).toISOString(),
    confirmed: confirmed_at !== null,
  }
}
