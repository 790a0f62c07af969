import { stateNames } from '#texts/kyc-states.ts'
import { countOf } from '#texts/locale.ts'
import { dollars } from '#money/show.ts'
import { type BackgroundFact, unusualFacts } from '#withdrawals/background-rules.ts'
import type { WithdrawalBackground } from '#withdrawals/contract.ts'
import { ago, dayOf } from '#ui/times.ts'

/** Something that is told of a withdrawal's background. */
type BackgroundLine = { fact: BackgroundFact; term: string; words: string }

/** Of those who used the same address, so many are named: what comes after them is to be read as well. */
export const NAMED = 4

/** All that is told of a withdrawal's background, each in words. */
export function backgroundLines(background: WithdrawalBackground): BackgroundLine[] {
  const { as_of, paid_in, paid_out, waiting, first_paid_in, joined_at, kyc, kyc_decided_at } = background
  const when = (at: string) => `${dayOf(at)}, ${ago(at, Date.parse(as_of))}`
  const device = background.new_device_at
  const lines: (BackgroundLine | false)[] = [
    { fact: 'paid in', term: 'Paid in so far', words: first_paid_in ? dollars(paid_in) : 'Nothing' },
    { fact: 'paid out', term: 'Paid out so far', words: dollars(paid_out) },
    waiting.count > 0 && {
      fact: 'waiting',
      term: 'Also waiting',
      words: `${countOf(waiting.count, { one: '# withdrawal', other: '# withdrawals' })}, ${dollars(waiting.amount)}`,
    },
    { fact: 'first payment', term: 'First paid in', words: first_paid_in ? when(first_paid_in.at) : '–' },
    { fact: 'account', term: 'Account', words: background.blocked ? 'Sign-in is blocked' : `Since ${when(joined_at)}` },
    { fact: 'address', term: 'This address', words: addressWords(background, when) },
    { fact: 'others', term: 'Used by others', words: othersWords(background) },
    {
      fact: 'identity',
      term: 'Identity check',
      words: kyc_decided_at ? `${stateNames[kyc]}, ${dayOf(kyc_decided_at)}` : stateNames[kyc],
    },
    { fact: 'password', term: 'Password', words: passwordWords(background, when) },
    { fact: 'device', term: 'New device', words: device ? `Signed in ${when(device)}` : 'None' },
  ]
  return lines.filter((line) => line !== false)
}

/** What of it somebody should look at before they decide, in words alone. */
export function unusualLines(background: WithdrawalBackground): BackgroundLine[] {
  const unusual = unusualFacts(background)
  return backgroundLines(background).filter(({ fact }) => unusual.has(fact))
}

/** `anna, once`: somebody else who used the address. */
export function otherWords({ user, count }: WithdrawalBackground['others'][number]): string {
  return `${user.name}, ${countOf(count, { one: 'once', other: '# times' })}`
}

function addressWords({ own, address_distrusted_at }: WithdrawalBackground, when: (at: string) => string): string {
  if (address_distrusted_at) return `Removed to protect the account, ${when(address_distrusted_at)}`
  const { count, paid, first_at, paid_elsewhere } = own
  const elsewhere = `; ${countOf(paid_elsewhere, { one: '# payout', other: '# payouts' })} went elsewhere`
  if (first_at === null) return `First use${paid_elsewhere === 0 ? ', nothing paid before' : elsewhere}`
  const asked = countOf(count, { one: '# withdrawal', other: '# withdrawals' })
  return `Since ${dayOf(first_at)}: ${asked}, ${paid} paid${paid === 0 && paid_elsewhere > 0 ? elsewhere : ''}`
}

function othersWords({ others, others_count }: WithdrawalBackground): string {
  if (others_count === 0) return 'Nobody'
  const more = others_count - NAMED
  return [...others.slice(0, NAMED).map(otherWords), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

function passwordWords(
  { password_changed_at, reset_required }: WithdrawalBackground,
  when: (at: string) => string,
): string {
  if (reset_required) return 'Has to be reset'
  return password_changed_at ? `Changed ${when(password_changed_at)}` : 'As it was chosen at first'
}
