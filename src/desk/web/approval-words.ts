import type { Approval, Change } from '#approvals/contract.ts'
import { momentOf } from '#ui/times.ts'
import { shortAddress } from './record-parts.tsx'
import { dollars } from './words.tsx'

const FIELDS: Readonly<Record<string, string>> = {
  amount: 'Amount',
  date: 'Date',
  status: 'Status',
  txid: 'Transaction id',
  refund: 'Refund',
  to: 'Paid to',
  funds: 'Funds',
  direction: 'Direction',
  account: 'Account',
  earnings: 'Earnings Wallet',
  referral: 'Referral Wallet',
  bonus: 'Bonus balance',
  name: 'Name',
  address: 'Address',
  network: 'Network',
  offered: 'Available to investors',
  roles: 'Roles',
  email: 'Email',
}
const AMOUNTS = ['amount', 'earnings', 'referral', 'bonus', 'refund', 'funds']

/** What would change, each as `before → after`, and what it counts for the limit: what it moves, or how far it goes. */
export function figuresOf({ changes, moved }: Pick<Approval, 'changes' | 'moved'>): { term: string; value: string }[] {
  return [
    ...changes.map((change) => ({ term: FIELDS[change.field] ?? change.field, value: inWords(change) })),
    ...(moved === null ? [] : [{ term: 'At stake', value: dollars(moved) }]),
  ]
}

function inWords({ field, before, after }: Change): string {
  const shown = [before, after].map((value) => (value === null ? null : valueOf(field, value)))
  const [was, becomes] = shown
  return was === null ? (becomes ?? 'none') : `${was} → ${becomes ?? 'none'}`
}

function valueOf(field: string, value: string): string {
  if (AMOUNTS.includes(field)) return dollars(value)
  if (field === 'address' || field === 'to') return shortAddress(value)
  return field === 'date' ? momentOf(value) : value
}
