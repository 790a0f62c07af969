import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { DAY, HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { toWire } from '#money/micro-usd.ts'
import { deductUser } from '#adjustments/deduct.ts'
import { topUpUser } from '#adjustments/top-up.ts'
import { lockUser } from '#users/lock-user.ts'
import { accrueDue } from '#investments/accrue.ts'
import { approveInvestment } from '#investments/approve.ts'
import { completeInvestments } from '#investments/complete.ts'
import { declineInvestment } from '#investments/decline.ts'
import { investmentsOf } from '#investments/read.ts'
import { refundSuspense } from '#investments/suspense/refund.ts'
import { reinvestInvestment } from '#investments/reinvest.ts'
import { updateInvestment } from '#investments/update.ts'
import { approveReferral } from '#referrals/approve.ts'
import { recordFunds } from '#wallets/record-funds.ts'
import { cancelInvestment } from '#investments/cancel.ts'
import { cancelWithdrawal } from '#withdrawals/cancel.ts'
import { declineWithdrawal } from '#withdrawals/decline.ts'
import { withdrawalsOf } from '#withdrawals/read.ts'
import { requestWithdrawal } from '#withdrawals/request.ts'
import { updateWithdrawal } from '#withdrawals/update.ts'
import { THEIR_BITCOIN } from './support/addresses.ts'
import { openInvestingHouse, problems, SETTINGS } from './support/investing-house.ts'
import { opened } from './support/opened.ts'
import { giveBonus, invest, referralNow, save } from './support/investing.ts'
import { anInvestor, usd } from './support/people.ts'

/** Whatever moves money waits an hour for its first lock, and must count from when it got it. */
const house = opened(openInvestingHouse)
let investor: Investor
let inviter: Investor
beforeAll(async () => {
  inviter = await anInvestor(house.db)
  investor = await anInvestor(house.db, { inviter })
})
afterAll(async () => expect(await problems(house)).toEqual([]))

type Verb = (tx: Tx) => Promise<unknown>
const lockWalletRow = (tx: Tx) => sql`SELECT FROM wallet WHERE id = ${house.walletId} FOR NO KEY UPDATE`.execute(tx)
const lockInvestor = (tx: Tx) => lockUser(tx, investor.userId)

/** Runs it while another transaction holds the lock for an hour; answers every time that it has written. */
async function timesAfterWaiting(act: () => Promise<unknown>, lock: Verb): Promise<Date[]> {
  const seen = await written()
  const held = Promise.withResolvers<string>()
  const letGo = Promise.withResolvers<void>()
  const holding = house.write(async (tx) => {
    await lock(tx)
    const { rows } = await sql<{ xid: string }>`SELECT pg_current_xact_id()::xid::text AS xid`.execute(tx)
    held.resolve(rows[0]?.xid ?? '')
    await letGo.promise
  })
  const xid = await held.promise
  const movement = act()
  const inLine = sql`SELECT FROM pg_locks WHERE NOT granted AND transactionid = ${xid}::xid`
  await expect.poll(async () => (await inLine.execute(house.db)).rows.length).toBeGreaterThan(0)
  await house.clock.move(HOUR)
  letGo.resolve()
  await Promise.all([holding, movement])
  return [...(await written())].flatMap(([id, at]) => (seen.has(id) ? [] : [at]))
}

/** Everything that says when something was done, by its id. */
async function written(): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    SELECT id::text, effective_at AS at FROM transfer UNION ALL SELECT id::text, at FROM audit_entry
    UNION ALL SELECT id::text, decided_at FROM decision UNION ALL SELECT id::text, created_at FROM notification`.execute(
    house.db,
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}

const newestInvestment = async () => {
  const [first] = await house.write((tx) => investmentsOf(tx, investor.userId))
  if (first === undefined) throw new Error('there is no investment')
  return first
}
const newestWithdrawal = async () => {
  const [first] = await house.write((tx) => withdrawalsOf(tx, investor.userId))
  if (first === undefined) throw new Error('there is no withdrawal')
  return first
}
const adjustment = () =>
  ({ userId: investor.userId, account: 'earnings', amount: usd(50), category: null, reason: null }) as const
const request: Verb = (tx) => {
  const walletName = `Wallet ${house.walletId}`
  const asked = { amount: usd(10), source: 'investment', walletName, walletAddress: THEIR_BITCOIN } as const
  return requestWithdrawal(tx, investor, asked, 'invest')
}

/** In the order of a story: each with what comes before it, and what it is. */
const VERBS: Record<string, () => Promise<Verb | (() => Promise<unknown>)>> = {
  'top up': async () => (tx: Tx) => topUpUser(tx, house.administrator, adjustment()),
  deduct: async () => (tx: Tx) => deductUser(tx, house.administrator, { ...adjustment(), amount: usd(5) }),
  'invest from the bonus balance': async () => {
    await giveBonus(house, investor, usd(500))
    return () => save(house, investor, { source: 'bonus' })
  },
  'decline with money received': async () => {
    const { id } = await save(house, investor)
    return (tx: Tx) => declineInvestment(tx, house.administrator, { id, reason: null, received: usd(500) })
  },
  refund: async () => {
    const { id } = await newestInvestment()
    const all = { id, amount: null, txid: null, address: null, reason: 'sent back' }
    return (tx: Tx) => refundSuspense(tx, house.administrator, all)
  },
  'cancel an investment': async () => {
    const { id } = await save(house, investor)
    return (tx: Tx) => cancelInvestment(tx, investor, { id })
  },
  approve: async () => {
    const { id } = await save(house, investor)
    return (tx: Tx) => approveInvestment(tx, house.administrator, { id }, SETTINGS)
  },
  correct: async () => {
    const { id, created_at: date, status } = await newestInvestment()
    const edit = { id, amount: usd(600), date, status, reason: 'typed wrong', version: undefined }
    return (tx: Tx) => updateInvestment(tx, house.administrator, edit, SETTINGS)
  },
  'approve a referral': async () => {
    const { id = '' } = (await referralNow(house, (await newestInvestment()).id)) ?? {}
    return (tx: Tx) => approveReferral(tx, house.administrator, { id }, SETTINGS)
  },
  'the daily posting': async () => {
    await house.days(2)
    return () => accrueDue(house.db, { job: 'test' })
  },
  withdraw: async () => request,
  'cancel a withdrawal': async () => {
    const { id } = await newestWithdrawal()
    return (tx: Tx) => cancelWithdrawal(tx, investor, { id })
  },
  'decline a withdrawal': async () => {
    await house.write(request)
    const { id } = await newestWithdrawal()
    return (tx: Tx) => declineWithdrawal(tx, house.administrator, { id, reason: null })
  },
  'correct a withdrawal': async () => {
    await house.write(request)
    const { id, created_at: date, status } = await newestWithdrawal()
    const edit = { id, amount: usd(12), date, status, reason: null, txid: undefined, version: undefined } as const
    return (tx: Tx) => updateWithdrawal(tx, house.administrator, edit)
  },
  complete: async () => {
    await house.clock.move(14 * DAY)
    const { id } = await newestInvestment()
    return (tx: Tx) => completeInvestments(tx, { job: 'test' }, [id])
  },
  reinvest: async () => {
    const { id } = await newestInvestment()
    return (tx: Tx) => reinvestInvestment(tx, investor, { id }, { kyc: 'off' })
  },
}

test.each(Object.entries(VERBS))(
  '%s counts from when it held its investor’s lock, in all that it writes',
  async (_, begin) => {
    const verb = await begin()
    const act = verb.length === 0 ? (verb as () => Promise<unknown>) : () => house.write(verb)
    const times = await timesAfterWaiting(act, lockInvestor)
    expect(times.length).toBeGreaterThan(0)
    for (const at of times) expect(at).toEqual(house.clock.now())
  },
)

test('the operator’s own funds count from when their wallet was locked', async () => {
  const funds = {
    walletId: house.walletId,
    amount: usd(1000),
    direction: 'in',
    account: 'capital',
    reason: 'x',
  } as const
  const times = await timesAfterWaiting(
    () => house.write((tx) => recordFunds(tx, house.administrator, funds)),
    lockWalletRow,
  )
  expect(times).toEqual([house.clock.now(), house.clock.now()])
})

test('what the investor is shown goes by the same clock', async () => {
  const { id } = await invest(house, investor, { amount: usd(1000) })
  await house.days(1)
  const shown = await house.write((tx) => investmentsOf(tx, investor.userId))
  expect(shown.find((one) => one.id === id)?.earned).toBe(toWire(usd(4)))
})
