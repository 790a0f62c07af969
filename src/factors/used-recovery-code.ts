import { recordAct } from '#audit/record.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import type { FactorKind, Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import { countOf } from '#kit/count-of.ts'
import type { Tx } from '#kit/database.ts'
import { countRecoveryCodes } from './store.ts'

/** Tells a user where it was a recovery code that proved them, and how many are left: somebody else may have found it. */
export async function tellOfRecoveryCode(tx: Tx, clock: Clock, actor: Investor, proved: FactorKind): Promise<void> {
  if (proved !== 'recovery code') return
  const left = await countRecoveryCodes(tx, actor.userId)
  await recordAct(tx, clock, actor, {
    ...{ action: 'use recovery code', subject: { kind: 'user', id: actor.userId }, after: { left } },
  })
  await tellOfCredential(tx, clock, actor.userId, {
    ...{
      title: 'Recovery code',
      bold_value: `${countOf(left, 'code')} left`,
      status_text: 'used',
      status_color: 'yellow',
    },
  })
}
