import type { Tx } from '#kit/database.ts'
import { custodyAccount, suspenseAccount, type AccountName } from '#ledger/accounts.ts'
import { balancesOf } from '#ledger/balances.ts'
import { microUsd, sum, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { percent, percentToWire } from '#money/percent.ts'
import type { OwnAccount } from '#ledger/contract.ts'
import type { Wallet } from '#wallets/contract.ts'
import { listWallets } from '#wallets/find.ts'
import { sumAccounts, type SumsByKind } from './store.ts'

const OWN = {
  capital: 'equity/capital',
  adjustments: 'equity/adjustments',
  returns: 'income/returns',
  fees: 'income/fees',
  yield: 'expense/yield',
  referral: 'expense/referral',
  reserve: 'reserve/yield',
  committed: 'reserve/committed',
  set_apart: 'equity/set-apart',
} as const satisfies Record<string, AccountName>

/** Amounts in micro-dollars. */
export type HeldAndOwed = {
  /** every payment wallet, on offer or not: what has come in and not gone out, and what of it lies in suspense */
  wallets: { wallet: Wallet; custody: MicroUsd; suspense: MicroUsd }[]
  /** the operator's own accounts, each on its own side */
  own: Record<keyof typeof OWN, MicroUsd>
  /** of all wallets together */
  custody: MicroUsd
  suspense: MicroUsd
  /** what running investments have earned and is not posted yet */
  accrued: MicroUsd
  /** to all investors together: on their accounts, accrued, and what lies in suspense for them */
  owed: MicroUsd
  /** percent of what is owed that custody covers, two decimals, rounded down; null where nothing is owed */
  coverage: string | null
}

/** What runs, grouped in any way: what it has earned by this moment and not been credited, micro-dollars. */
type Unposted = readonly { unposted: MicroUsd }[]

/**
 * What the operator holds, what of it lies in suspense, and what is owed: the one place where these are counted, for
 * every screen. It reads the accounts of wallets and operator alone, however many users there are. `running` is every
 * running investment of this moment.
 */
export async function heldAndOwed(tx: Tx, running: Unposted): Promise<HeldAndOwed> {
  return withRunning(await readPosted(tx), running)
}

/** What is held, and what is posted of what is owed, micro-dollars. */
type Posted = Pick<HeldAndOwed, 'wallets' | 'own' | 'custody'> & { posted: bigint }

/** What is held and owed but for what runs, for whoever asks for more at the same time. */
export async function readPosted(tx: Tx): Promise<Posted> {
  const listed = await listWallets(tx, { onlyAvailable: false })
  const ofWallets = listed.flatMap(({ id }) => [custodyAccount(id), suspenseAccount(id)])
  const balances: Partial<Record<string, MicroUsd>> = await balancesOf(tx, [...Object.values(OWN), ...ofWallets])
  const on = (account: AccountName) => balances[account] ?? ZERO

  const wallets = listed.map((wallet) => ({
    wallet,
    custody: on(custodyAccount(wallet.id)),
    suspense: on(suspenseAccount(wallet.id)),
  }))
  const own = Object.fromEntries(Object.entries(OWN).map(([key, name]) => [key, on(name)])) as HeldAndOwed['own']
  const custody = sum(wallets.map((wallet) => wallet.custody))
  // What is set apart comes to zero. Debits equal credits: what no account of the operator holds, the investors' accounts do, and suspense for them.
  const posted = custody + own.yield + own.referral - own.capital - own.adjustments - own.returns - own.fees
  return { wallets, own, custody, posted }
}

/** The same with what runs. */
export function withRunning({ posted, ...held }: Posted, running: Unposted): HeldAndOwed {
  const accrued = sum(running.map(({ unposted }) => unposted))
  const owed = microUsd(posted + accrued)
  return {
    ...{ ...held, accrued, owed },
    suspense: sum(held.wallets.map((wallet) => wallet.suspense)),
    coverage: coverageOf(held.custody, owed),
  }
}

/** What is owed, by what it is owed for, micro-dollars: together `owed`. */
export type OwedByKind = {
  /** principal of what runs */
  principal: MicroUsd
  /** in the Earnings Wallets, as posted */
  earnings: MicroUsd
  accrued: MicroUsd
  referral: MicroUsd
  bonus: MicroUsd
  withdrawing: MicroUsd
  suspense: MicroUsd
}

type OfWhole = Pick<HeldAndOwed, 'accrued' | 'suspense'>

/** The same sum by the kind of account that it stands on, of everybody's accounts. */
export async function owedByKind(tx: Tx, books: OfWhole): Promise<OwedByKind> {
  return kindsOf(await sumAccounts(tx), books)
}

/** The same of accounts that were summed before. */
export function kindsOf(accounts: SumsByKind, { accrued, suspense }: OfWhole): OwedByKind {
  const on = (kind: OwnAccount) => accounts.get(kind) ?? ZERO
  return {
    ...{ principal: on('invested'), earnings: on('earnings'), accrued, referral: on('referral') },
    ...{ bonus: on('bonus'), withdrawing: on('withdrawing'), suspense },
  }
}

/** What is owed on the investors' accounts of one kind together, micro-dollars. */
export async function owedOn(tx: Tx, kind: OwnAccount): Promise<MicroUsd> {
  return (await sumAccounts(tx, kind)).get(kind) ?? ZERO
}

/** Percent of what is owed that is held, two decimals, rounded down; null where nothing is owed. */
export function coverageOf(custody: MicroUsd, owed: MicroUsd): string | null {
  return owed === ZERO ? null : percentToWire(percent(((custody * 10_000n) / owed) * 100n))
}
