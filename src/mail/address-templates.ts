/**
 * What an investor is mailed about withdrawal addresses. Of a new one it is in Markdown: that mail shows their engraving
 * besides.
 */

import { countOf } from '#kit/count-of.ts'
import { type Letter, open, PRODUCT, secret } from './letter.ts'
import { unlinked } from './unlinked.ts'

type NewAddress = {
  network: string
  address: string
  /** what the investor calls it */
  name: string | null
  /** of the withdrawal to it; null where it was only saved */
  amount: string | null
  /** for which it settles once it is confirmed */
  holdHours: number
  /** until when it settles that was confirmed; null if it has */
  until: string | null
  /** null where it was confirmed before */
  confirm: string | null
  /** null where there is no withdrawal */
  cancel: string | null
  /** for which the links are good */
  days: number
}

/** To the investor: a new address was saved or asked for, with the links to confirm it and to cancel what goes there. */
export function newAddress({ network, address, name, amount, confirm, cancel, days, ...waits }: NewAddress): Letter {
  const asked =
    amount === null
      ? `A new withdrawal address was saved in your ${PRODUCT} account.`
      : `A withdrawal of ${asText(amount)} from your ${PRODUCT} account was requested to a new address.`
  const named = name === null ? [] : [`Name: ${asText(unlinked(name))}`]
  const what = [`Network: ${asText(network)}`, `Address: ${asText(address)}`, ...named].join('\n')
  const before = confirm === null ? waits.until && `before ${waits.until}` : untilConfirmed(waits.holdHours)
  return secret(
    confirm === null ? 'A withdrawal to a new address was requested' : 'Confirm a new withdrawal address',
    [
      asked,
      what,
      ...(confirm === null ? [] : ['If the address is yours, confirm it here:', confirm]),
      ...(before === null ? [] : [`Nothing is paid to it ${before}.`]),
      ...(cancel === null
        ? []
        : ['If you did not request it, cancel the withdrawal here and choose a new password now:', cancel]),
      ...(cancel === null
        ? ['If you did not save it, remove it from your saved addresses and choose a new password now.']
        : []),
      `Each link works once, within ${countOf(days, 'day')}. The engraving in this email is that of your account: ` +
        `you see the same one on your dashboard. ${PRODUCT} never asks for your password or a code.`,
    ].join('\n\n') + '\n',
  )
}

function untilConfirmed(holdHours: number): string {
  const confirmed = 'until the address is confirmed'
  return holdHours === 0 ? confirmed : `${confirmed}, and for ${countOf(holdHours, 'hour')} after that`
}

/** To the investor: an address was taken out of their book. Like the log it does not say which one in full. */
export function addressRemoved({ network, name }: Pick<NewAddress, 'network' | 'name'>): Letter {
  const which = name === null ? 'without a name' : `called ${unlinked(name)}`
  return open(
    'A withdrawal address was removed',
    `The ${network} address ${which} was removed from the saved addresses of your ${PRODUCT} account.\n\n` +
      'If you did not remove it, choose Forgot Password? on the sign-in page now: somebody may save an address of their own ' +
      'under the same name. Before you withdraw, compare the whole address with that of your wallet.\n',
  )
}

/** A text that stands for itself, whatever Markdown would make of its signs. */
function asText(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
}
