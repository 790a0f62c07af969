/** A story in which every kind of movement that people and jobs can make happens at least once, verb by verb. */
import { DAY } from '#kit/clock.ts'
import type { Investor } from '#kit/actor.ts'
import { deductUser } from '#adjustments/deduct.ts'
import { topUpUser } from '#adjustments/top-up.ts'
import { accrueDue } from '#investments/accrue.ts'
import { approveInvestment } from '#investments/approve.ts'
import { completeDue } from '#investments/complete.ts'
import { declineInvestment } from '#investments/decline.ts'
import { exitInvestment } from '#investments/exit/exit-investment.ts'
import { quoteExit } from '#investments/exit/quote-exit.ts'
import { refundSuspense } from '#investments/suspense/refund.ts'
import { reinvestInvestment } from '#investments/reinvest.ts'
import { updateInvestment } from '#investments/update.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { approveReferral } from '#referrals/approve.ts'
import { moveReserve } from '#reserve/move.ts'
import { recordFunds } from '#wallets/record-funds.ts'
import { approveWithdrawal } from '#withdrawals/approve.ts'
import { cancelWithdrawal } from '#withdrawals/cancel.ts'
import { declineWithdrawal } from '#withdrawals/decline.ts'
import { withdrawalsOf } from '#withdrawals/read.ts'
import { requestWithdrawal } from '#withdrawals/request.ts'
import { updateWithdrawal } from '#withdrawals/update.ts'
import { THEIR_BITCOIN } from './addresses.ts'
import { type InvestingHouse, SETTINGS } from './investing-house.ts'
import { invest, investmentNow, referralNow, save } from './investing.ts'
import { anInvestor, usd } from './people.ts'

export type EveryPosting = { investor: Investor; inviter: Investor }

/** Tells it in one house, which has one administrator, so that nothing waits for a second. */
export async function postEveryKind(house: InvestingHouse): Promise<EveryPosting> {
  const { administrator, write, walletId } = house
  const inviter = await anInvestor(house.db)
  const investor = await anInvestor(house.db, { inviter })

  const funds = { walletId, account: 'capital' } as const
  await write((tx) =>
    recordFunds(tx, administrator, { ...funds, amount: usd(1000), direction: 'in', reason: 'capital' }),
  )
  await write((tx) =>
    recordFunds(tx, administrator, { ...funds, amount: usd(40), direction: 'out', reason: 'of the network' }),
  )
  await write((tx) => moveReserve(tx, administrator, { amount: usd(30), direction: 'in', reason: 'for promises' }))
  const adjustment = { userId: investor.userId, account: 'earnings', category: null } as const
  await write((tx) => topUpUser(tx, administrator, { ...adjustment, amount: usd(80), reason: 'a welcome' }))
  await write((tx) =>
    topUpUser(tx, administrator, { ...adjustment, account: 'bonus', amount: usd(500), reason: 'a gift' }),
  )

  await save(house, investor, { source: 'bonus' })
  const first = await invest(house, investor)
  const bonus = await referralNow(house, first.id)
  await write((tx) => approveReferral(tx, administrator, { id: bonus?.id ?? '' }, SETTINGS))
  await house.days(1)
  await accrueDue(house.db, { job: 'accrual' })
  await house.days(0.5)
  await write((tx) => deductUser(tx, administrator, { ...adjustment, amount: usd(5), reason: 'too much' }))
  await edit(house, first.id, usd(600), 'typed wrong')
  await edit(house, first.id, usd(400), 'and wrong again')

  const declined = await save(house, investor)
  await write((tx) =>
    declineInvestment(tx, administrator, { id: declined.id, reason: 'came too late', received: usd(500) }),
  )
  const refund = { id: declined.id, amount: usd(200), txid: null, address: null, reason: 'sent back' }
  await write((tx) => refundSuspense(tx, administrator, refund))
  const paidBySuspense = await save(house, investor, { amount: usd(300) })
  await write((tx) =>
    approveInvestment(tx, administrator, { id: paidBySuspense.id, fromSuspense: declined.id }, SETTINGS),
  )

  await withdraw(house, investor)
  await write((tx) => newest(tx, investor, ({ id }) => cancelWithdrawal(tx, investor, { id })))
  await withdraw(house, investor)
  await write((tx) =>
    newest(tx, investor, ({ id }) => declineWithdrawal(tx, administrator, { id, reason: 'The address is on a list.' })),
  )
  await withdraw(house, investor)
  await write((tx) => newest(tx, investor, ({ id }) => approveWithdrawal(tx, administrator, { id })))
  const payout = { reason: null, txid: undefined, version: undefined } as const
  await write((tx) =>
    newest(tx, investor, ({ id, created_at: date }) =>
      updateWithdrawal(tx, administrator, { ...payout, id, amount: usd(10), date, status: 'completed' }),
    ),
  )
  await write((tx) =>
    newest(tx, investor, ({ id, created_at: date }) =>
      updateWithdrawal(tx, administrator, {
        ...payout,
        id,
        amount: usd(9),
        date,
        status: 'completed',
        reason: 'a fee',
      }),
    ),
  )

  await house.clock.move(14 * DAY)
  await completeDue(house.db, { job: 'maturity' })
  await write((tx) => reinvestInvestment(tx, investor, { id: first.id }, { kyc: 'off' }))
  await house.days(1)
  const left = await invest(house, inviter)
  await house.days(2)
  const { quote } = await write((tx) => quoteExit(tx, inviter, left))
  await write((tx) => exitInvestment(tx, inviter, { id: left.id, quoteId: quote.id }))
  await withdraw(house, investor)
  return { investor, inviter }
}

async function edit(house: InvestingHouse, id: string, amount: MicroUsd, reason: string): Promise<void> {
  const { status, began_at, created_at } = await investmentNow(house, id)
  const date = (began_at ?? created_at).toISOString()
  const asked = { id, amount, date, status, reason, version: undefined }
  await house.write((tx) => updateInvestment(tx, house.administrator, asked, SETTINGS))
}

async function withdraw({ write, walletId }: InvestingHouse, investor: Investor): Promise<void> {
  const walletName = `Wallet ${walletId}`
  const asked = { amount: usd(10), source: 'investment', walletName, walletAddress: THEIR_BITCOIN } as const
  await write((tx) => requestWithdrawal(tx, investor, asked, 'invest'))
}

type Listed = Awaited<ReturnType<typeof withdrawalsOf>>[number]

async function newest<T>(
  tx: Parameters<typeof withdrawalsOf>[0],
  { userId }: Investor,
  act: (withdrawal: Listed) => Promise<T>,
): Promise<T> {
  const [first] = await withdrawalsOf(tx, userId)
  if (first === undefined) throw new Error('there is no withdrawal')
  return act(first)
}
