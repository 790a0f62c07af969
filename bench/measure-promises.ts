/** What makes, keeps and ends a promise, by call over HTTP: the life of one investment after another, and the reserve. */
import { randomUUID } from 'node:crypto'
import { databaseClock } from '#kit/database-clock.ts'
import type { Database } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { transaction } from '#kit/transaction.ts'
import { custodyAccount } from '#ledger/accounts.ts'
import { credit, debit, post } from '#ledger/post.ts'
import { microUsd } from '#money/micro-usd.ts'
import type { Visitor } from '../test/support/visitor.ts'

/** Milliseconds of each call: by what is measured, one figure for each time. */
export type PromiseTimes = Map<string, number[]>

/** Micro-dollars that the house has besides what it owes, so that some of it can be set apart. */
const OWN = microUsd(10n ** 15n)
const IN = { direction: 'in', reason: 'Measured' } as const

/**
 * Saves an investment, approves it, chooses what it does at its end, asks what leaving comes to, and leaves; brings money
 * into the reserve, out of the wallets and from outside: so many times, after some that do not count.
 */
export async function timesOfPromises(
  { db, owner, investor }: { db: Database; owner: Visitor; investor: Visitor },
  { requests, warmUp }: { requests: number; warmUp: number },
): Promise<PromiseTimes> {
  const times: PromiseTimes = new Map()
  const { plans, wallets } = (await investor.get('/api/histories')).body
  const [plan, wallet_id] = [plans[0], wallets[0].id]
  await bringIn(db, wallet_id)
  const terms = { plan_id: plan.id, wallet_id, amount: plan.min_amount, duration: plan.durations[0] }
  for (let round = -warmUp; round < requests; round += 1) {
    const call = async (by: Visitor, what: string, path: string, body?: unknown) => {
      const began = performance.now()
      const answer = await by.post(path, body, { 'idempotency-key': randomUUID() })
      const took = performance.now() - began
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      if (round >= 0) times.set(what, [...(times.get(what) ?? []), took])
      return answer.body
    }
    const { r_url } = await call(investor, 'save an investment', '/api/save-investment', terms)
    const { id } = (await investor.get(`/api/payment/${new URLSearchParams(r_url).get('tranx_id')}`)).body
    await call(owner, 'approve it', `/api/approve-investment/${id}`)
    await call(investor, 'choose what it does at its end', `/api/set-at-end/${id}`, { at_end: 'reinvest principal' })
    const { quote } = await call(investor, 'ask what leaving comes to', `/api/quote-exit/${id}`)
    await call(investor, 'leave', `/api/exit-investment/${id}`, { quote_id: quote.id })
    const funds = { wallet_id, amount: '1', account: 'reserve', ...IN }
    await call(owner, 'bring money into the reserve', '/api/record-funds', funds)
    const own = { amount: '1', ...IN }
    await call(owner, 'set apart what the house has', '/api/move-to-reserve', own)
  }
  return times
}

/** What nobody brings in alone by a call. */
async function bringIn(db: Database, walletId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const entries = [debit(custodyAccount(walletId), OWN), credit('equity/capital', OWN)]
    const reference = { kind: 'wallet', id: walletId } as const
    const transfer = { key: `bench/${newId()}`, kind: 'funds in', reference, entries } as const
    await post(tx, { job: 'bench' }, (await databaseClock(tx)).now(), [transfer])
  })
}
