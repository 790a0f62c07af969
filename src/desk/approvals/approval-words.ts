import type { Approval, Change } from '#approvals/contract.ts'
import * as text from '#texts/second-approval.ts'
import { AMOUNT_FIELDS, MOMENT_FIELDS, termOf, wordOf } from '#approvals/rules.ts'
import { wholeMomentOf } from '#ui/times.ts'
import { networkName } from '#wallets/web/networks.ts'
import { shortAddress } from '#wallets/address-rules.ts'
import { dollars } from '#money/show.ts'

/** What would change, each as `before → after`, and what is at stake. */
export function approvalFigures(approval: Pick<Approval, 'changes' | 'moved'>): { term: string; value: string }[] {
  const stake = stakeOf(approval)
  return [
    ...approval.changes.map((change) => ({ term: termOf(change), value: inWords(change) })),
    ...(stake === null ? [] : [{ term: 'At stake', value: stake }]),
  ]
}

/** The same in a line, with addresses and transaction ids cut short. */
export function approvalLine(approval: Pick<Approval, 'changes' | 'moved'>): string {
  const stake = stakeOf(approval)
  // terms are read where they are decided on: a line says which version and why
  const changed = approval.changes
    .filter(({ field }) => !/^terms_(added|removed|changed)$/.test(field))
    .map((change) => {
      const { field, after } = change
      const isLong =
        ['address', 'coin_contract', 'to', 'txid', 'from_suspense', 'logo'].includes(field) && after !== null
      return `${termOf(change)} ${isLong ? shortAddress(after) : inWords(change)}`
    })
  return changed.join(', ') + (stake === null ? '' : `; ${stake} at stake`)
}

/** What it counts for the limit, what it moves or how far it goes; null if the change itself says so. */
function stakeOf({ changes, moved }: Pick<Approval, 'changes' | 'moved'>): string | null {
  const isSaid = changes.some(
    ({ field, before }) => field === 'refund' || field === 'funds' || (field === 'amount' && before === null),
  )
  return moved === null || isSaid ? null : dollars(moved)
}

/** Why it waits, in a sentence; nothing for what was asked for before that was kept. */
export function whyItWaits({
  why,
  own_step,
  kind,
  mine,
  asked_by,
}: Pick<Approval, 'why' | 'own_step' | 'kind' | 'mine' | 'asked_by'>): string | null {
  const name = mine ? null : asked_by.name
  if (why !== 'own step') return why && text.why[why](name)
  if (own_step !== null) return text.step[own_step](name)
  return kind === 'approve investment' || kind === 'approve referral' || kind === 'update withdrawal'
    ? text.ownStep[kind]
    : null
}

function inWords({ field, before, after }: Change): string {
  const shown = [before, after].map((value) => (value === null ? null : valueOf(field, value)))
  const [was, becomes] = shown
  return was === null ? (becomes ?? 'none') : `${was} → ${becomes ?? 'none'}`
}

function valueOf(field: string, value: string): string {
  if (AMOUNT_FIELDS.includes(field)) return /^\d/.test(value) ? dollars(value) : value
  if (field === 'address') return shortAddress(value)
  if (field === 'network') return networkName(value)
  return MOMENT_FIELDS.includes(field) ? wholeMomentOf(value) : wordOf(field, value)
}
