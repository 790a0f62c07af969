import { utcDay } from '#approvals/rules.ts'
import { recordDecision } from '#audit/record.ts'
import { documentsOf } from '#documents/read.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, Refusal } from '#kit/refusal.ts'
import { notify } from '#notifications/notify.ts'
import { screenPerson } from '#screening/screen-person.ts'
import { changeUser } from '#users/change-user.ts'
import { type ClaimDetails, detailsOf } from './claim-details.ts'
import { changeClaim, selectDraft } from './claim-store.ts'
import type { Flag, CheckStep } from './contract.ts'
import { lockToSubmit } from './draft.ts'
import { legalPerson } from './legal-person.ts'
import { checkExpiry, MISSING, stepsOf } from './rules.ts'
import { insertCheck } from './store.ts'
import { birthDatesAgree, namesAgree } from './zone-rules.ts'

/**
 * Submits one’s identity for a check, with all that was saved for it. 422 that names what is missing, 409 while one is
 * under way, and once approved.
 */
export async function submitCheck(tx: Tx, clock: Clock, actor: Investor): Promise<void> {
  const user = await lockToSubmit(tx, actor.userId)
  const draft = await selectDraft(tx, user.id)
  const details = draft === undefined ? {} : await detailsOf(tx, draft)
  const kinds = draft === undefined ? [] : (await documentsOf(tx, draft.id)).map(({ kind }) => kind)
  refuseMissing(missingSteps(details, kinds))
  if (draft === undefined || details.document === undefined) throw new Error('a whole check has a draft')
  const now = clock.now()
  const expired = checkExpiry(details.document.expires_on, utcDay(now))
  if (expired !== null) refuse('bad input', expired, { document: [expired] })

  await changeClaim(tx, draft.id, { submitted_at: now, over_at: null, flags: differences(details) })
  const check = { id: draft.id, user_id: user.id, state: 'submitted' as const, reason: null, submitted_at: now }
  await insertCheck(tx, { ...check, decided_at: null, decided_by: null, reason_code: null, checklist: null })
  // a new document of somebody who is approved changes nothing before it is decided
  if (user.kyc !== 'approved') await changeUser(tx, user.id, { kyc: 'submitted' })
  await screenPerson(tx, clock, user.id, await legalPerson(tx, user.id))
  await recordDecision(tx, clock, actor, {
    action: 'ask for identity check',
    subject: { kind: 'identity check', id: check.id },
    from: user.kyc,
    to: 'submitted',
  })
  await notify(tx, clock, user.id, 'identity', {
    icon: 'identity',
    title: 'Identity check',
    bold_value: '',
    status_color: 'yellow',
    status_text: 'submitted',
    subject: { kind: 'identity check', id: check.id },
  })
}

/** The steps that are not done, in their order. */
export function missingSteps(details: ClaimDetails, pictures: readonly CheckStep[]): CheckStep[] {
  const done: Readonly<Partial<Record<CheckStep, boolean>>> = {
    person: details.legal_name !== undefined,
    address: details.address !== undefined,
    document: details.document !== undefined,
  }
  return stepsOf(details.document?.kind ?? null).filter((step) => !(done[step] ?? pictures.includes(step)))
}

function refuseMissing(missing: readonly CheckStep[]): void {
  if (missing.length === 0) return
  const errors = Object.fromEntries(missing.map((step) => [step, [MISSING[step]]]))
  const [only] = missing.length === 1 ? missing : []
  throw new Refusal('bad input', only ? MISSING[only] : 'Some steps are missing. See the note at each.', errors)
}

/** Where the document's zone says something else than the person does: for the reviewer to look at. */
function differences({ legal_name = '', birth_date = '', document }: ClaimDetails): Flag[] {
  const zone = document?.zone
  if (!zone) return []
  return [
    ...(namesAgree(legal_name, zone.name) ? [] : (['name differs'] as const)),
    ...(birthDatesAgree(birth_date, zone.birth_date ?? '') ? [] : (['birth date differs'] as const)),
  ]
}
