import { documentsOf } from '#documents/read.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { findUser, type UserRow } from '#users/find.ts'
import { detailsOf } from './claim-details.ts'
import { selectDraft } from './claim-store.ts'
import type { kycContract, ReasonCode } from './contract.ts'
import { wordNow } from './give-word.ts'
import { kycMayBecome, stepsOf } from './rules.ts'
import { type IdentityCheckRow, selectNewestCheck } from './store.ts'
import { missingSteps } from './submit-check.ts'

type OwnCheck = Omit<ReplyOf<(typeof kycContract)['GET /api/kyc']>, 'needed_for'>

/** Where a user's identity check stands, what came of the newest review, and which steps of the next are done. */
export async function ownCheck(tx: Tx, clock: Clock, userId: string): Promise<OwnCheck> {
  const user = await findUser(tx, userId)
  const check = await selectNewestCheck(tx, userId)
  const renewal = user === undefined ? null : renewalOf(user, check)
  const state = user?.kyc ?? 'none'
  return {
    state,
    reason: check?.reason ?? null,
    reason_code: (check?.reason_code ?? null) as ReasonCode | null,
    submitted_at: check?.submitted_at.toISOString() ?? null,
    may_submit: kycMayBecome(state, 'submitted') || renewal === 'due' || renewal === 'rejected',
    expires_on: user?.identity_expires_on ?? null,
    renewal,
    draft: await draftOf(tx, clock, userId),
  }
}

function renewalOf({ kyc, identity_asked_at }: UserRow, newest: IdentityCheckRow | undefined): OwnCheck['renewal'] {
  if (kyc !== 'approved' || identity_asked_at === null) return null
  if (newest === undefined || newest.state === 'approved') return 'due'
  return newest.state
}

async function draftOf(tx: Tx, clock: Clock, userId: string): Promise<OwnCheck['draft']> {
  const draft = await selectDraft(tx, userId)
  if (draft === undefined) return null
  const details = await detailsOf(tx, draft)
  const pictures = (await documentsOf(tx, draft.id)).map(({ kind }) => kind)
  const missing = missingSteps(details, pictures)
  const document = details.document?.kind ?? null
  return {
    done: stepsOf(document).filter((step) => !missing.includes(step)),
    missing,
    document,
    word: wordNow(draft, clock.now()),
  }
}
