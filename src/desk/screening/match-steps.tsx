import { useUser } from '#identity/web/session.ts'
import type { ScreeningHit } from '#screening/contract.ts'
import { LIST_NAMES } from '#screening/rules.ts'
import { DecisionForm, NextSteps, ReasonField } from '#desk/decisions/decision-form.tsx'
import { PersonLine, RecordFoot } from '#desk/record-parts.tsx'
import type { Steps } from '#lists/web/steps.ts'
import { FigureList } from '#ui/figures.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { fieldOf } from '#ui/submission.ts'
import { dateOf, momentOf } from '#ui/times.ts'
import { countryName } from '#users/web/countries.ts'
import { call } from './calls.ts'
import { OwnDetails } from './own-details.tsx'
import {
  BEFORE_TAKEN_BACK,
  BIRTH_WORDS,
  consequenceOf,
  COUNTRY_WORDS,
  MATCH_STATES,
  meanwhileOf,
  partsInWords,
  SET_ASIDE,
} from './match-words.ts'

type StepProps = { hit: ScreeningHit; steps: Steps<ScreeningHit> }

/** An open match in the step that the address names: what it says, clearing it, confirming it. */
export function MatchSteps({ hit, steps }: StepProps) {
  if (steps.step === 'approve') return <Decide key={hit.id} hit={hit} decision="clear" onBack={steps.back} />
  if (steps.step === 'decline') return <Decide key={hit.id} hit={hit} decision="confirm" onBack={steps.back} />
  return <MatchRecord hit={hit} steps={steps} />
}

type DecideProps = { hit: ScreeningHit; decision: 'clear' | 'confirm'; onBack: () => void }

function Decide({ hit, decision, onBack }: DecideProps) {
  const confirms = decision === 'confirm'
  return (
    <DecisionForm
      summary={[
        { term: 'Person', value: hit.user.name },
        { term: 'Listed as', value: hit.name },
        { term: 'List', value: LIST_NAMES[hit.list] },
      ]}
      fields={(errors) => <ReasonField hint="For other administrators. The person never sees it" errors={errors} />}
      consequence={consequenceOf(hit, decision)}
      confirm={confirms ? 'Confirm match' : 'Clear match'}
      variant={confirms ? 'danger' : 'primary'}
      onBack={onBack}
      send={(given) => {
        const asked = { params: { id: hit.id }, body: { reason: fieldOf(given, 'reason').trim() } }
        return confirms
          ? call('POST /api/confirm-screening-hit/:id', asked)
          : call('POST /api/clear-screening-hit/:id', asked)
      }}
    />
  )
}

function MatchRecord({ hit, steps }: StepProps) {
  const { state, user, list, name, score, why, listed, still_listed, reason, decided_at, decided_by, found_at } = hit
  const { taken_back_at } = hit
  return (
    <>
      <PersonLine person={user} label="Person" />
      <FigureList
        className="py-4"
        figures={[
          { term: 'Status', value: <StatusPill {...MATCH_STATES[state]} /> },
          { term: 'List', value: still_listed ? LIST_NAMES[list] : `${LIST_NAMES[list]}, no longer listed` },
          { term: 'Listed as', value: why.weak ? `${name} (a weak alias)` : name },
          { term: 'Score', value: `${score} of 100` },
          { term: 'Name', value: partsInWords(why.parts) },
          { term: 'Birth date', value: BIRTH_WORDS[why.birth] },
          { term: 'Country', value: COUNTRY_WORDS[why.country] },
          { term: 'Found', value: momentOf(found_at) },
          ...(decided_at && decided_by
            ? [{ term: 'Decided', value: `${momentOf(decided_at)}, ${decided_by.name}` }]
            : []),
          ...(reason ? [{ term: 'Reason', value: reason }] : []),
          ...(taken_back_at ? [{ term: 'Account taken back', value: momentOf(taken_back_at) }] : []),
        ]}
      />
      <OwnDetails userId={user.id} />
      <h3 className="border-t border-line pt-4 text-13 font-normal text-ink-2">On the list</h3>
      <FigureList
        className="pt-2 pb-4"
        figures={[
          { term: 'Names', value: listed.names.join(', ') },
          { term: 'Born', value: listed.births.map(bornInWords).join(', ') || 'not known' },
          { term: 'Countries', value: listed.countries.map(countryName).join(', ') || 'not known' },
          { term: 'About', value: listed.about || 'nothing' },
        ]}
      />
      <Foot hit={hit} steps={steps} />
    </>
  )
}

/** As a list has it: a day, a year, or a span of years. */
function bornInWords(birth: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(birth) ? dateOf(birth) : birth
}

function Foot({ hit, steps }: StepProps) {
  const me = useUser()
  if (hit.state === 'cleared') return null
  if (hit.state === 'set aside') return <RecordFoot>{SET_ASIDE}</RecordFoot>
  if (hit.state === 'confirmed' && hit.decided_by?.id === me?.id) {
    return (
      <RecordFoot>
        {hit.taken_back_at
          ? `${BEFORE_TAKEN_BACK} You confirmed it. Another administrator can clear it.`
          : 'You confirmed this match. Another administrator can clear it.'}
      </RecordFoot>
    )
  }
  return (
    <NextSteps
      of={hit.id}
      people={[hit.user.id]}
      consequence={hit.state === 'open' || hit.approved || hit.taken_back_at ? meanwhileOf(hit) : undefined}
      approve={{ word: 'Clear match', act: () => steps.go('approve') }}
      {...(hit.state === 'open' && { decline: () => steps.go('decline'), declineWord: 'Confirm match' })}
    />
  )
}
