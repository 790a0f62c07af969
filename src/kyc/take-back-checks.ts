import { recordAct } from '#audit/record.ts'
import type { Actor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { notify } from '#notifications/notify.ts'
import { setAsideHits } from '#screening/set-aside.ts'
import { changeUser } from '#users/change-user.ts'
import type { UserRow } from '#users/find.ts'
import { changeClaim, selectDraft } from './claim-store.ts'
import { decide } from './decide-check.ts'
import { eraseClaims } from './erase-claims.ts'
import { type IdentityCheckRow, selectSubmittedSince } from './store.ts'

/**
 * Ends what whoever had taken an account may have handed in since a moment, where its owner takes it back: a check that
 * waits is rejected, an approval of one counts no longer, and a draft that was begun or changed is erased. What was handed
 * in is kept for as long as that of rejected checks, and what its names were like on lists is set aside. `why` is what the
 * owner reads. The caller holds the lock on the user.
 */
export async function takeBackChecks(
  tx: Tx,
  clock: Clock,
  actor: Actor,
  user: UserRow,
  { since, why }: { since: Date; why: string },
): Promise<void> {
  const checks = await selectSubmittedSince(tx, user.id, since)
  const approved = checks.filter(({ state }) => state === 'approved')
  // once voided they stay so, whatever was approved since
  const voids = user.kyc === 'approved' && approved.length > 0
  if (voids) await voidApproval(tx, clock, actor, user.id, { approved, why })
  const left: UserRow = voids ? { ...user, kyc: 'none' } : user
  for (const check of checks.filter(({ state }) => state === 'submitted')) {
    await decide(
      tx,
      clock,
      actor,
      { check, user: left },
      { state: 'rejected', reason: why, code: null, checklist: null, ofAnother: true },
    )
  }
  const [first] = checks
  if (first !== undefined) {
    const stillApproved = left.kyc === 'approved'
    await setAsideHits(tx, clock, actor, { userId: user.id, since: first.submitted_at, stillApproved })
  }
  const draft = await selectDraft(tx, user.id)
  // of a draft this is when it was changed last
  if (draft?.over_at && draft.over_at >= since) await eraseClaims(tx, clock, actor, user.id, [draft])
}

/**
 * A check stays decided as it was. But nobody is approved by it any more, nor by one from before it, which the newer one has
 * replaced: whoever compares a face or a name would go by the newest that was approved.
 */
async function voidApproval(
  tx: Tx,
  clock: Clock,
  actor: Actor,
  userId: string,
  { approved, why }: { approved: readonly IdentityCheckRow[]; why: string },
): Promise<void> {
  await changeUser(tx, userId, { kyc: 'none', identity_expires_on: null, identity_asked_at: null })
  for (const { id } of approved) {
    const subject = { kind: 'identity check', id } as const
    await changeClaim(tx, id, { over_at: clock.now() })
    await recordAct(tx, clock, actor, {
      ...{ action: 'void identity check', subject, reason: why },
      ...{ before: { status: 'approved' }, after: { status: 'none' } },
    })
    await notify(tx, clock, userId, 'identity', {
      ...{ icon: 'identity', title: 'Identity check', bold_value: why },
      ...{ status_color: 'red', status_text: 'rejected', subject },
    })
  }
}
