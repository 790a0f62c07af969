/** A house in which everything that screens can show has happened, made by the real calls under a moved clock. */
import { MINUTE, SECOND } from '#kit/clock.ts'
import { OUR_ETHEREUM, THEIR_BITCOIN } from './addresses.ts'
import { daysPass, startTestApp, type TestApp } from './app.ts'
import type { Shown } from './every-screen.ts'
import type { Visitor } from './visitor.ts'
import { makeOffer } from './walk.ts'
import { askForCheck } from './identity.ts'

export type FullStory = { house: TestApp; owner: Visitor; investor: Visitor; shown: Shown; close(): Promise<void> }

/**
 * An investor with a record in every state and what hangs on it: referrals from three who were invited, a top-up,
 * notifications, a payment that is awaited. Somebody else waits for the identity check, and somebody is invited to a role.
 */
export async function tellFullStory(env: Record<string, string> = {}): Promise<FullStory> {
  const house = await startTestApp({ env: { KYC: 'withdraw', ...env } })
  const owner = await house.owner()
  await makeOffer(owner)
  await owner.must('/api/create-wallet', { name: 'Ethereum', address: OUR_ETHEREUM, network: 'ethereum' })
  await owner.must('/api/create-plan', {
    name: 'Long haul',
    min_amount: '1000',
    max_amount: '250000',
    durations_copy: '90, 180, 365',
    ref_bonus: '7.5',
    description: 'For those who can wait.',
    daily_roi: '0.55',
  })
  const join = async (name: string, referral?: string) => {
    const visitor = house.visitor()
    await visitor.join(name, referral === undefined ? {} : { referral })
    return visitor
  }
  const investor = await join('investor')
  await askForCheck(investor)
  const [check] = (await owner.get('/api/admin-kyc')).body.checks
  await owner.must(`/api/approve-kyc/${check.id}`)
  const [first, second, third] = [
    await join('first-friend', 'investor'),
    await join('second-friend', 'investor'),
    await join('third-friend', 'investor'),
  ]
  await askForCheck(third)

  const own = async (who: Visitor, list: 'investments' | 'withdrawals' | 'referrals') =>
    (await who.get('/api/histories')).body[list]
  const { plans, wallets } = (await investor.get('/api/histories')).body
  const plan = plans.find(({ name }: { name: string }) => name === 'Steady')
  const wallet = wallets.find((each: { wallet_name: string }) => each.wallet_name === 'Bitcoin')
  const invest = async (who: Visitor, amount: string, duration: number) => {
    await house.clock.move(MINUTE)
    const choice = { plan_id: plan.id, wallet_id: wallet.id, amount, duration }
    const { r_url } = await who.must('/api/save-investment', choice)
    const [{ id, tranx_id }] = await own(who, 'investments')
    return { id: String(id), tranxId: String(tranx_id), suffix: String(r_url) }
  }
  const approve = (id: string) => owner.must(`/api/approve-investment/${id}`)

  const completed = await invest(investor, '750', 7)
  await approve(completed.id)
  for (const friend of [first, second, third]) await approve((await invest(friend, '1000', 30)).id)
  const referrals = await own(investor, 'referrals')
  await owner.must(`/api/approve-referral/${referrals[0].id}`)
  await owner.must(`/api/decline-referral/${referrals[1].id}`, { reason: 'The same person twice' })
  await daysPass(house, 7)
  await house.clock.move(30 * SECOND)
  await house.runJobs()

  const declined = await invest(investor, '300', 14)
  await owner.must(`/api/decline-investment/${declined.id}`, { reason: 'Nothing has come in', received: '120' })
  const approved = await invest(investor, '2500', 14)
  await approve(approved.id)
  await owner.must(`/api/topup-user/${investor.id}`, { amount: '325', reason: 'For the delay of last week' })
  await daysPass(house, 3)

  const withdraw = async (amount: string, source: 'investment' | 'referral' = 'investment') => {
    await house.clock.move(MINUTE)
    await investor.must('/api/withdraw', {
      amount,
      source,
      wallet_address: THEIR_BITCOIN,
      wallet_name: 'Bitcoin',
    })
    const [{ id }] = await own(investor, 'withdrawals')
    return String(id)
  }
  const edit = async (id: string, facts: object) => {
    const found = (await own(investor, 'withdrawals')).find((each: { id: string }) => each.id === id)
    const { amount, created_at: date, version } = found
    await owner.must(`/api/update-withdrawal/${id}`, { amount, date, version, ...facts })
  }
  const withdrawal = {
    completed: await withdraw('200'),
    declined: await withdraw('45.50'),
    approved: await withdraw('80'),
    pending: await withdraw('20', 'referral'),
  }
  await owner.must(`/api/approve-withdrawal/${withdrawal.completed}`)
  await edit(withdrawal.completed, { status: 'completed', txid: 'b'.repeat(64) })
  await owner.must(`/api/decline-withdrawal/${withdrawal.declined}`, { reason: 'Sent back by the network' })
  await owner.must(`/api/approve-withdrawal/${withdrawal.approved}`)

  const waiting = await invest(investor, '400', 30)
  await investor.must(`/api/verify-investment/${waiting.tranxId}`)
  const pending = await invest(investor, '150', 7)
  await daysPass(house, 0)

  await owner.must('/api/invite-administrator', {
    ...{ email: 'colleague@mail.plumb.test', roles: ['support'], reason: 'Answers the telephone' },
  })
  const [invitation] = (await owner.get('/api/admin/invitations')).body.items

  const waits = (await owner.get('/api/admin-kyc')).body.checks.find(
    (each: { state: string }) => each.state === 'submitted',
  )
  return {
    house,
    owner,
    investor,
    close: () => house.close(),
    shown: {
      plan: plan.id,
      wallet: wallet.id,
      payment: `/payment${pending.suffix}`,
      account: third.id,
      kyc: waits.id,
      invitation: invitation.id,
      investment: {
        pending: pending.id,
        waiting: waiting.id,
        approved: approved.id,
        completed: completed.id,
        declined: declined.id,
      },
      withdrawal,
      referral: { pending: referrals[2].id, approved: referrals[0].id, declined: referrals[1].id },
    },
  }
}
