import type { AccountKind } from '#ledger/contract.ts'

/** An account of the books, and the name of the investor or of the payment wallet that it belongs to. */
export type JournalAccount = {
  /** as the books call it */
  name: string
  kind: AccountKind | 'counterparties'
  ownerId: string | null
  owner: string | null
}

/** As accounting programs part accounts: assets, liabilities, equity, revenue, expenses. */
export type AccountType = 'A' | 'L' | 'E' | 'R' | 'X'

/** What stands against an investor's own accounts where their journal is theirs alone: everybody else, as one. */
export const COUNTERPARTIES: JournalAccount = {
  ...{ name: 'counterparties', kind: 'counterparties', ownerId: null, owner: null },
}

const PLACES: Readonly<Record<JournalAccount['kind'], readonly [AccountType, ...string[]]>> = {
  custody: ['A', 'custody', '*'],
  suspense: ['L', 'suspense', '*'],
  earnings: ['L', 'investors', '*', 'earnings'],
  referral: ['L', 'investors', '*', 'referral'],
  bonus: ['L', 'investors', '*', 'bonus'],
  invested: ['L', 'investors', '*', 'invested'],
  withdrawing: ['L', 'investors', '*', 'withdrawing'],
  capital: ['E', 'capital'],
  adjustments: ['E', 'adjustments'],
  counterparties: ['E', 'counterparties'],
  returns: ['R', 'returns'],
  fees: ['R', 'fees'],
  yield: ['X', 'yield'],
  'referral expense': ['X', 'referral'],
  reserve: ['E', 'reserve', 'yield'],
  committed: ['E', 'reserve', 'committed'],
  'set apart': ['E', 'set-apart'],
}

const ROOTS: Readonly<Record<AccountType, string>> = {
  ...{ A: 'assets', L: 'liabilities', E: 'equity', R: 'income', X: 'expenses' },
}

export function typeOf({ kind }: JournalAccount): AccountType {
  return PLACES[kind][0]
}

/**
 * The account's name for programs, part by part, such as liabilities, investors, ada, earnings. Never the same for two
 * accounts: names of users and of wallets are taken once, whatever their capitals, and what is made of a name that holds
 * anything but `plain` is longer than a plain one may be, and ends with the id.
 */
export function pathOf(account: JournalAccount, plain = /^[A-Za-z0-9_-]{1,30}$/): string[] {
  const [type, ...places] = PLACES[account.kind]
  return [ROOTS[type], ...places.map((place) => (place === '*' ? ownerPart(account, plain) : place))]
}

const LONGEST_PLAIN = 30

/** Letters that every program takes in every locale, and nothing that means something to one of them. */
function ownerPart({ owner, ownerId }: JournalAccount, plain: RegExp): string {
  if (owner !== null && plain.test(owner)) return owner
  const readable = (owner ?? '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, LONGEST_PLAIN)
    .replaceAll(/^-+|-+$/g, '')
  return [readable, ownerId ?? 'nobody'].filter((part) => part !== '').join('-')
}
