import { pathOf, typeOf } from './accounts.ts'
import { type JournalBalance, type JournalFormat, sixDecimals } from './format.ts'

/** One object; a line for each account, balance and transfer. Amounts are texts, debits positive. */
export const journalJson: JournalFormat = {
  head: ({ madeAt, investor, from, to }) =>
    `{"made_at":${JSON.stringify(madeAt)},"currency":"USD","investor":${JSON.stringify(investor)},` +
    `"from":${JSON.stringify(from)},"to":${JSON.stringify(to)},"accounts":[`,
  account: (account, index) =>
    item(index, {
      ...{ name: account.name, path: pathOf(account).join(':'), type: typeOf(account), owner: account.owner },
    }),
  opening: (line, index) => `${index === 0 ? '\n],"opening":[' : ''}${item(index, balanceOf(line))}`,
  begin: () => '\n],"transfers":[',
  transfer: ({ id, kind, reference, day, effectiveAt, lines }, index) =>
    item(index, {
      ...{ id, kind, reference, day, effective_at: effectiveAt },
      entries: lines.map((line) => ({ ...balanceOf(line), amount: sixDecimals(line.amount) })),
    }),
  close: () => '\n],"closing":[',
  closing: (line, index) => item(index, balanceOf(line)),
  end: (counts) => `\n],"counts":${JSON.stringify(counts)}}\n`,
}

function item(index: number, value: unknown): string {
  return `${index === 0 ? '' : ','}\n${JSON.stringify(value)}`
}

function balanceOf({ account, balance }: JournalBalance) {
  return { account: account.name, balance: sixDecimals(balance) }
}
