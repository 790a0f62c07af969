import type { Static } from 'typebox'
import { reasonsOf, requestersOf } from '#audit/reasons.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { pageOf, readLimit } from '#lists/page.ts'
import { refuse } from '#kit/refusal.ts'
import { allToWire, microUsd, toWire, ZERO } from '#money/micro-usd.ts'
import { type Account, entriesOf, transfersOfWallets } from '#ledger/account-postings.ts'
import { listWallets } from '#wallets/find.ts'
import { listPlans } from '#plans/find.ts'
import { namesOf } from '#users/find.ts'
import { runningOn } from '#investments/read.ts'
import { heldMoney } from '#investments/suspense/read.ts'
import { toPay } from '#withdrawals/read.ts'
import type { NamedAccount, AccountPosting, Funds, PostingsQuery } from './contract.ts'
import type { RecordedAccount } from '#wallets/contract.ts'
import { mayLeaveReserve, selectFree } from '#reserve/open.ts'
import { sumPendingBonuses } from './dues-store.ts'
import { heldAndOwed } from './held-and-owed.ts'
import { notSetApart, sumAllRunning } from './running.ts'

const SUSPENSE_SHOWN = 50
const RECORDED_SHOWN = 20

/** What the operator holds, owes and has recorded. */
export async function readFunds(tx: Tx): Promise<Omit<Funds, 'status'>> {
  const now = (await databaseClock(tx)).now()
  const running = await sumAllRunning(tx, now)
  const { wallets, own, custody, suspense, accrued, owed, coverage } = await heldAndOwed(tx, [
    { unposted: running.accrued },
  ])
  const waiting = await toPay(tx)
  const held = await heldMoney(tx, SUSPENSE_SHOWN + 1)
  return {
    wallets: wallets.map(({ wallet, ...amounts }) => {
      const to_pay = waiting.get(wallet.id) ?? ZERO
      const shortfall = to_pay > amounts.custody ? microUsd(to_pay - amounts.custody) : ZERO
      return { wallet, ...allToWire({ ...amounts, to_pay, shortfall }) }
    }),
    accounts: allToWire(own),
    not_set_apart: toWire(notSetApart(running, await sumPendingBonuses(tx), own.committed)),
    ...allToWire({ custody, held: suspense, accrued, owed }),
    ...allToWire({ free: await selectFree(tx), may_leave_reserve: await mayLeaveReserve(tx) }),
    coverage,
    suspense: held.slice(0, SUSPENSE_SHOWN),
    more_suspense: held.length > SUSPENSE_SHOWN,
    recorded: await recorded(
      tx,
      wallets.map(({ wallet }) => wallet),
    ),
  }
}

/** The newest money of the operator's own that was recorded. */
async function recorded(tx: Tx, wallets: readonly { id: string; wallet_name: string }[]): Promise<Funds['recorded']> {
  const asked = {
    walletIds: wallets.map(({ id }) => id),
    kinds: ['funds in', 'funds out'],
    limit: RECORDED_SHOWN,
  } as const
  const transfers = await transfersOfWallets(tx, asked)
  const reasons = await reasonsOf(tx, transfers)
  const requesters = await requestersOf(tx, transfers)
  const names = await namesOf(tx, actorsOf(transfers))
  return transfers.flatMap(({ id, kind, reference_id, effective_at, actor_id, entries }) => {
    const own = entries.find(({ kind: of }) => of !== 'custody' && !isEarmark(of))
    const setApart = entries.some((entry) => isEarmark(entry.kind))
    const wallet = wallets.find((one) => one.id === reference_id)
    const account = own?.kind === 'capital' && setApart ? 'reserve' : own?.kind
    if (wallet === undefined || !isRecordable(account)) return []
    return {
      id: String(id),
      at: effective_at.toISOString(),
      direction: kind === 'funds in' ? ('in' as const) : ('out' as const),
      account,
      to_reserve: setApart && account === 'returns',
      amount: toWire(own !== undefined && own.amount < 0n ? microUsd(-own.amount) : (own?.amount ?? ZERO)),
      wallet: { id: wallet.id, wallet_name: wallet.wallet_name },
      reason: reasons.get(id) ?? null,
      by: personOf(actor_id, names),
      asked_by: requesters.get(id) ?? null,
    }
  })
}

function isRecordable(kind: string | undefined): kind is RecordedAccount {
  return kind === 'capital' || kind === 'returns' || kind === 'fees' || kind === 'reserve'
}

function isEarmark(kind: string): boolean {
  return kind === 'reserve' || kind === 'set apart'
}

/** One page of what has been posted to an account, newest first. 404 if there is no such account. */
export async function postingsOn(
  tx: Tx,
  { account, cursor, limit }: Static<typeof PostingsQuery>,
): Promise<{ account: NamedAccount; balance: string; items: AccountPosting[]; next_cursor: string | null }> {
  const size = readLimit(limit)
  const found = await entriesOf(tx, account, {
    before: cursor === undefined ? undefined : Number(cursor),
    limit: size + 1,
  })
  if (found === undefined) refuse('not found', 'There is no such account.')
  const { rows: page, next_cursor } = pageOf(found.entries, size, ({ sequence }) => String(sequence))
  const accounts = [found.account, ...page.flatMap(({ entries }) => entries)]
  const wallets = new Map(
    (await listWallets(tx, { onlyAvailable: false })).map((wallet) => [wallet.id, wallet.wallet_name]),
  )
  const owners = accounts.flatMap(({ owner_id }) => owner_id ?? []).filter((id) => !wallets.has(id))
  const names = await namesOf(tx, [...new Set([...owners, ...actorsOf(page)])])
  const reasons = await reasonsOf(tx, page)
  const requesters = await requestersOf(tx, page)
  const named = ({ name, kind, owner_id }: Account): NamedAccount => {
    const owner = owner_id === null ? undefined : (wallets.get(owner_id) ?? names.get(owner_id))
    return { name, kind, of: owner_id === null || owner === undefined ? null : { id: owner_id, name: owner } }
  }
  return {
    account: named(found.account),
    balance: toWire(found.balance),
    items: page.map((entry) => ({
      id: String(entry.id),
      sequence: entry.sequence,
      at: entry.effective_at.toISOString(),
      kind: entry.kind,
      amount: toWire(entry.amount),
      balance_after: toWire(entry.balance_after),
      by: personOf(entry.actor_id, names),
      asked_by: requesters.get(entry.id) ?? null,
      job: entry.job,
      reason: reasons.get(entry.id) ?? null,
      record: { kind: entry.reference_kind, id: entry.reference_id },
      others: entry.entries
        .filter(({ name }) => name !== account)
        .map((entry) => ({ ...named(entry), amount: toWire(entry.amount) })),
    })),
    next_cursor,
  }
}

/** All plans, available or not, with how many investments run on each. */
export async function plansInUse(tx: Tx) {
  const running = await runningOn(tx, 'plan_id')
  const plans = await listPlans(tx, { onlyAvailable: false })
  return plans.map((plan) => ({ ...plan, running: running.get(plan.id) ?? 0 }))
}

/** All payment wallets, available or not, with how many investments run that were paid to each. */
export async function walletsInUse(tx: Tx) {
  const running = await runningOn(tx, 'wallet_id')
  const wallets = await listWallets(tx, { onlyAvailable: false })
  return wallets.map((wallet) => ({ ...wallet, running: running.get(wallet.id) ?? 0 }))
}

function actorsOf(transfers: readonly { actor_id: string | null }[]): string[] {
  return [...new Set(transfers.flatMap(({ actor_id }) => actor_id ?? []))]
}

function personOf(id: string | null, names: ReadonlyMap<string, string>): { id: string; name: string } | null {
  return id === null ? null : { id, name: names.get(id) ?? id }
}
