import type { IdentityCheck } from '#kyc/contract.ts'
import { initialsOf } from '#ui/avatar.tsx'
import { buttonClass } from '#ui/button.tsx'
import { FigureList } from '#ui/figures.tsx'
import { Seal } from '#ui/rosette.tsx'
import { dayOf, momentOf } from '#ui/times.ts'
import { countryName } from '#users/web/countries.ts'
import { useDecided } from '#desk/decisions/decided.ts'
import { NextSteps } from '#desk/decisions/decision-form.tsx'
import { CheckReview } from '#desk/checks/check-review.tsx'
import { MatchesOf, ToMatches } from '#desk/screening/matches-of.tsx'
import { AccountLink } from '#desk/record-parts.tsx'
import type { Steps } from '#lists/web/steps.ts'
import { AfterApproval, ApproveCheck, WhyHeld, RejectCheck } from './kyc-forms.tsx'
import { CheckPill } from './check-pill.tsx'

const FIRST = `${buttonClass('primary', 'medium')} grow-3`

type StepProps = { check: IdentityCheck; steps: Steps<IdentityCheck> }

/**
 * An open identity check in the step that the address names; nothing that is typed for one goes over to another. Its
 * pictures stay as they were turned and zoomed, and beside what is decided.
 */
export function CheckSteps({ check, steps }: StepProps) {
  const onDecided = useDecided(check, steps)
  const form = { check, onBack: steps.back, onDecided }
  const decides = steps.step === 'approve' || steps.step === 'decline'
  return (
    <>
      {!decides && <Whose user={check.user} />}
      <CheckReview key={check.id} checkId={check.id}>
        {decides && <span key={steps.step} ref={scrollToEnd} hidden />}
        {steps.step === 'approve' ? (
          <ApproveCheck {...form} />
        ) : steps.step === 'decline' ? (
          <RejectCheck {...form} />
        ) : (
          <CheckRecord check={check} steps={steps} />
        )}
      </CheckReview>
    </>
  )
}

/** On a phone what is decided by comes first in the panel, and the form would be out of view. */
function scrollToEnd(mark: HTMLElement | null) {
  const panel = mark?.closest('[role=dialog]')
  panel?.scrollTo(0, panel.scrollHeight)
}

function Whose({ user }: Pick<IdentityCheck, 'user'>) {
  return (
    <div className="flex max-xs:flex-wrap items-center gap-4 border-b border-line pt-1 pb-4">
      <Seal id={user.id} initials={initialsOf(user.name)} className="size-14 text-22" />
      <div className="min-w-0 flex-1 max-xs:basis-2/3">
        <p className="text-22 font-medium wrap-anywhere">{user.name}</p>
        <p className="text-14 text-ink-2 wrap-anywhere">{user.email}</p>
      </div>
      <AccountLink person={user} />
    </div>
  )
}

function CheckRecord({ check, steps }: StepProps) {
  const { id, state, reason, submitted_at, decided_at, user, matches, held } = check
  const matchesFirst = held === 'to review'
  return (
    <>
      <FigureList
        className="my-4 border-t border-line pt-4"
        figures={[
          { term: 'Status', value: <CheckPill state={state} /> },
          { term: 'Requested', value: momentOf(submitted_at) },
          ...(decided_at ? [{ term: 'Decided', value: momentOf(decided_at) }] : []),
          ...(reason ? [{ term: 'Reason', value: reason }] : []),
          { term: 'Phone', value: user.phone || 'none' },
          { term: 'Country', value: user.country ? countryName(user.country) : 'none' },
          { term: 'Account since', value: dayOf(user.created_at) },
        ]}
      />
      {!matchesFirst && matches.open + matches.confirmed > 0 && <MatchesOf userId={user.id} />}
      <NextSteps
        of={id}
        people={[user.id]}
        {...(state === 'submitted' && {
          consequence: held ? <WhyHeld held={held} /> : <AfterApproval check={check} />,
          ...(matchesFirst && { first: <ToMatches userId={user.id} open={matches.open} className={FIRST} /> }),
          ...(!held && { approve: { word: `Approve ${user.name}`, act: () => steps.go('approve') } }),
          decline: () => steps.go('decline'),
          declineWord: 'Reject',
        })}
      />
    </>
  )
}
