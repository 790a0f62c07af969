import type { MicroUsd } from '#money/micro-usd.ts'
import { type JournalAccount, pathOf } from './accounts.ts'
import { type JournalFormat, journalTitle, sixDecimals } from './format.ts'

/** Beancount takes letters, digits and hyphens in names. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9-]{0,29}$/
/** Before anything that the books may hold. */
const OPENED = '1970-01-01'

/**
 * A journal for Beancount: every account opened, and its balance asserted after the last day, without the tolerance that
 * Beancount would leave. (It knows balances of the beginning of a day alone, so no line can have one.)
 */
export const beancountFormat: JournalFormat = {
  head: (head) => `; ${journalTitle(head)}, as they stood at ${head.madeAt.toISOString()}

option "title" "Books"
option "operating_currency" "USD"

`,
  account: (account) => `${OPENED} open ${nameOf(account)} USD\n`,
  opening: ({ account, balance }, index, day) =>
    `${index === 0 ? `\n${day} * "opening balances"\n` : ''}${written(account, balance)}`,
  begin: () => '',
  transfer: ({ id, kind, reference, day, effectiveAt, lines }) => `
${day} * "${kind}"
  transfer: "${id}"
  reference: "${reference}"
  effective: "${effectiveAt.toISOString()}"
${lines.map(({ account, amount }) => written(account, amount)).join('')}`,
  close: () => '\n',
  closing: ({ account, balance }, _index, after) =>
    `${after} balance ${nameOf(account)}  ${sixDecimals(balance)} ~ 0 USD\n`,
  end: ({ transfers, lines }) => `\n; End of the journal. Transfers: ${transfers}, lines: ${lines}.\n`,
}

function nameOf(account: JournalAccount): string {
  return pathOf(account, PLAIN)
    .map((part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`)
    .join(':')
}

function written(account: JournalAccount, amount: MicroUsd): string {
  return `  ${nameOf(account)}  ${sixDecimals(amount)} USD\n`
}
