import type { MicroUsd } from '#money/micro-usd.ts'
import { type JournalAccount, pathOf, typeOf } from './accounts.ts'
import { type JournalBalance, type JournalFormat, journalTitle, sixDecimals } from './format.ts'

/**
 * A journal for hledger, which ledger reads as well: every account declared with its type, and the account's balance
 * asserted on every line. Its comments hold nothing that somebody typed, because programs read tags and dates there.
 */
export const hledgerFormat: JournalFormat = {
  head: (head) => `; ${journalTitle(head)}, as they stood at ${head.madeAt.toISOString()}

commodity $
    format $1,000.000000

tag transfer
tag reference
tag effective

`,
  account: (account) => `account ${nameOf(account)}
    ; type: ${typeOf(account)}
`,
  opening: (line, index, day) => `${index === 0 ? `\n${day} * opening balances\n` : ''}${written(line, line.balance)}`,
  begin: () => '',
  transfer: ({ id, kind, reference, day, effectiveAt, lines }) => `
${day} * ${kind}
    ; transfer: ${id}
    ; reference: ${reference}
    ; effective: ${effectiveAt.toISOString()}
${lines.map((line) => written(line, line.amount)).join('')}`,
  end: ({ transfers, lines }) => `\n; End of the journal. Transfers: ${transfers}, lines: ${lines}.\n`,
}

function nameOf(account: JournalAccount): string {
  return pathOf(account).join(':')
}

function written({ account, balance }: JournalBalance, amount: MicroUsd): string {
  return `    ${nameOf(account)}  $${sixDecimals(amount)} = $${sixDecimals(balance)}\n`
}
