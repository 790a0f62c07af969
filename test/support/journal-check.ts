/** A strict reader of the journals that Plumb writes for hledger, for machines without it: it takes nothing else. */

const ACCOUNT = '[a-z]+(?::[A-Za-z0-9_-]+)+'
const AMOUNT = String.raw`\$-?\d+\.\d{6}`
const HEAD = /^(\d{4}-\d\d-\d\d) \* ([a-z]+(?: [a-z]+)*)$/
const LINE = new RegExp(`^ {4}(${ACCOUNT})  (${AMOUNT}) = (${AMOUNT})$`)
const TAG = /^ {4}; (transfer|reference|effective): [0-9A-Za-z/:.-]+$/
const DECLARED = new RegExp(`^account (${ACCOUNT})$`)
const TYPED = /^ {4}; type: [ALERX]$/
const DIRECTIVE = /^(; .*|commodity \$| {4}format \$1,000\.000000|tag (transfer|reference|effective)|)$/

export type ReadJournal = {
  /** what is wrong, with the number of the line; a journal that is right has none */
  problems: string[]
  /** micro-dollars in the end, debits positive, by account */
  balances: Map<string, bigint>
  transfers: number
}

/** Reads a journal line by line as `hledger check --strict` does: declared accounts, sums, days, asserted balances. */
export function readJournal(text: string): ReadJournal {
  const problems: string[] = []
  const balances = new Map<string, bigint>()
  const declared = new Set<string>()
  let [transfers, day, total, open] = [0, '', 0n, false]
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    const wrong = (what: string) => problems.push(`line ${index + 1}: ${what}: ${line}`)
    const head = HEAD.exec(line)
    const moved = LINE.exec(line)
    if (head !== null) {
      if ((head[1] ?? '') < day) wrong('the day steps back')
      ;[day, total, open] = [head[1] ?? '', 0n, true]
      if (head[2] !== 'opening balances') transfers += 1
    } else if (moved !== null) {
      const [account = '', amount, asserted] = [moved[1], micros(moved[2]), micros(moved[3])]
      if (!open) wrong('stands in no transaction')
      if (!declared.has(account)) wrong('the account is not declared')
      const balance = (balances.get(account) ?? 0n) + amount
      balances.set(account, balance)
      total += amount
      if (balance !== asserted) wrong(`the balance is ${balance}, not ${asserted}`)
    } else if (line === '') {
      if (open && total !== 0n) wrong(`the transaction before is off by ${total}`)
      open = false
    } else if (open) {
      if (!TAG.test(line)) wrong('is none of its lines')
    } else {
      const account = DECLARED.exec(line)?.[1]
      if (account !== undefined) declared.add(account)
      else if (!TYPED.test(line) && !DIRECTIVE.test(line)) wrong('is no directive')
    }
  }
  if (open) problems.push('the last transaction is not closed')
  return { problems, balances, transfers }
}

function micros(written = ''): bigint {
  return BigInt(written.replace(/[$.]/g, ''))
}
