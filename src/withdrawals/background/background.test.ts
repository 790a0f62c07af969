import { beforeAll, describe, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { DAY } from '#kit/clock.ts'
import { newSecret } from '#kit/ids.ts'
import { readTransaction } from '#kit/transaction.ts'
import { declineInvestment } from '#investments/decline.ts'
import { refundSuspense } from '#investments/suspense/refund.ts'
import { openSession } from '#identity/open-session.ts'
import { endSessions } from '#identity/end-sessions.ts'
import { changeUser } from '#users/change-user.ts'
import { lockUser } from '#users/lock-user.ts'
import type { WithdrawalBackground } from '#withdrawals/contract.ts'
import { unusualFacts } from '#withdrawals/background-rules.ts'
import { OUR_ETHEREUM, SOMEBODYS_BITCOIN, THEIR_BITCOIN } from '../../../test/support/addresses.ts'
import { editAs, editWithdrawalAs } from '../../../test/support/deciding.ts'
import { openInvestingHouse } from '../../../test/support/investing-house.ts'
import { invest, save } from '../../../test/support/investing.ts'
import { fillWallet, give } from '../../../test/support/money.ts'
import { opened } from '../../../test/support/opened.ts'
import { anInvestor, aWallet, usd } from '../../../test/support/people.ts'
import { refusalOf } from '../../../test/support/traces.ts'
import { askPayout } from '../../../test/support/withdrawing.ts'
import { cancelWithdrawal } from '#withdrawals/cancel.ts'
import { withdrawalBackground } from './read.ts'

/** The same Litecoin script, under its old prefix and its own. */
const LITECOIN = ['35YjVGEo9UYd3NgUGm9fVk7krfwBuhBnoL', 'MBkso9em6bQ3qsxNNe91KPNABNXdraUuGu'] as const
const ETHEREUM = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

const house = opened(openInvestingHouse)
const background = (id: string) => readTransaction(house.db, (tx) => withdrawalBackground(tx, id))

/** A withdrawal of 10.00. Answers its id. */
async function ask(
  investor: Investor,
  walletAddress: string = THEIR_BITCOIN,
  walletId = house.walletId,
): Promise<string> {
  await give(house.db, investor, 'earnings', usd(10))
  await house.clock.move(1000)
  await askPayout(house.db, { investor, walletId, kyc: 'off' }, { walletAddress })
  const own = house.db.selectFrom('withdrawal').select('id').where('user_id', '=', investor.userId)
  return (await own.orderBy('created_at', 'desc').executeTakeFirstOrThrow()).id
}
const pay = (id: string) => editWithdrawalAs(house, house.administrator, id, { status: 'completed' })
const walletOn = async (network: string) => {
  const id = await aWallet(house.db)
  const address = network === 'litecoin' ? 'LVuDpNCSSj6pQ7t9Pv6d6sUkLKoqDEVUnJ' : OUR_ETHEREUM
  await house.db.updateTable('wallet').set({ network, address }).where('id', '=', id).execute()
  return id
}

beforeAll(async () => {
  await fillWallet(house.db, house.walletId, usd(10_000))
})

describe('what came in and went out', () => {
  test('is what the books say, corrections and what was sent back among it, and nothing of top-ups', async () => {
    const amy = await anInvestor(house.db)
    const first = await invest(house, amy, { amount: usd(500) })
    const began = house.clock.now().toISOString()
    await house.days(1)
    const corrected = await invest(house, amy, { amount: usd(300) })
    await editAs(house, house.administrator, corrected.id, { amount: usd(250), reason: 'A slip' })
    const declined = await save(house, amy, { amount: usd(200) })
    await house.write((tx) =>
      declineInvestment(tx, house.administrator, {
        id: declined.id,
        reason: null,
        received: usd(90),
        version: undefined,
      }),
    )
    await house.write((tx) =>
      refundSuspense(tx, house.administrator, {
        ...{ id: declined.id, amount: usd(40), txid: null, address: THEIR_BITCOIN, reason: 'sent back' },
      }),
    )
    await pay(await ask(amy))
    await ask(amy)
    const open = await ask(amy)
    expect(await background(open)).toMatchObject({
      ...{ paid_in: '840.00', refunded: '40.00', paid_out: '10.00' },
      waiting: { count: 1, amount: '10.00' },
      first_paid_in: { id: first.id, at: began },
      as_of: house.clock.now().toISOString(),
    })
  })

  test('was never anything where nothing came in, or what came in was corrected away', async () => {
    const none = { paid_in: '0.00', refunded: '0.00', first_paid_in: null }
    expect(await background(await ask(await anInvestor(house.db)))).toMatchObject(none)
    const ben = await anInvestor(house.db)
    const { id } = await invest(house, ben)
    await editAs(house, house.administrator, id, { status: 'declined', reason: 'Never came in' })
    const answer = await background(await ask(ben))
    expect(answer).toMatchObject(none)
    expect(unusualFacts(answer)).toContain('paid in')
  })
})

describe('the address', () => {
  test('is new to an investor who was paid elsewhere, and known once they have used it', async () => {
    const carl = await anInvestor(house.db)
    const first = await ask(carl, SOMEBODYS_BITCOIN)
    expect((await background(first)).own).toEqual({ count: 0, paid: 0, first_at: null, paid_elsewhere: 0 })
    expect(unusualFacts(await background(first))).not.toContain('address')
    const since = house.clock.now().toISOString()
    await pay(first)
    const moved = await ask(carl, THEIR_BITCOIN)
    expect((await background(moved)).own).toEqual({ count: 0, paid: 0, first_at: null, paid_elsewhere: 1 })
    expect(unusualFacts(await background(moved))).toContain('address')
    const known = await ask(carl, SOMEBODYS_BITCOIN.toUpperCase())
    expect(unusualFacts(await background(known))).not.toContain('address')
    expect((await background(known)).own).toEqual({ count: 1, paid: 1, first_at: since, paid_elsewhere: 0 })
  })

  test('stays new until something was paid there, however often it was asked for, cancelled or not', async () => {
    const mia = await anInvestor(house.db)
    await pay(await ask(mia, SOMEBODYS_BITCOIN))
    const tried = await ask(mia, THEIR_BITCOIN)
    await house.write((tx) => cancelWithdrawal(tx, mia, { id: tried }))
    const [second, third] = [await ask(mia, THEIR_BITCOIN), await ask(mia, THEIR_BITCOIN)]
    for (const id of [second, third]) {
      const answer = await background(id)
      expect(answer.own).toMatchObject({ count: 2, paid: 0, paid_elsewhere: 1 })
      expect(unusualFacts(answer)).toContain('address')
    }
    await pay(second)
    expect(unusualFacts(await background(third))).not.toContain('address')
  })

  test('is the same for others however its network writes it: hexadecimal on any network, either prefix of Litecoin', async () => {
    const [dora, emil] = [await anInvestor(house.db), await anInvestor(house.db)]
    const [ethereum, polygon, litecoin] = [
      await walletOn('ethereum'),
      await walletOn('polygon'),
      await walletOn('litecoin'),
    ]
    const hers = await ask(dora, ETHEREUM, ethereum)
    const his = await ask(emil, ETHEREUM.toLowerCase(), polygon)
    expect((await background(hers)).others).toEqual([
      {
        user: { id: emil.userId, name: emil.name, email: expect.any(String) },
        ...{ count: 1, paid: 0, latest: { kind: 'withdrawal', id: his, at: expect.any(String) } },
      },
    ])
    expect(unusualFacts(await background(hers))).toContain('others')
    await ask(dora, LITECOIN[0], litecoin)
    expect((await background(await ask(emil, LITECOIN[1], litecoin))).others).toMatchObject([
      { user: { id: dora.userId } },
    ])
  })

  test('is compared on the network that each was asked for on, whatever becomes of its wallet', async () => {
    const [kate, lars] = [await anInvestor(house.db), await anInvestor(house.db)]
    const wallet = await walletOn('litecoin')
    await ask(kate, LITECOIN[0], wallet)
    const first = await ask(lars, LITECOIN[0], wallet)
    const again = await ask(lars, LITECOIN[1], wallet)
    await house.db
      .updateTable('wallet')
      .set({ network: 'ethereum', address: OUR_ETHEREUM })
      .where('id', '=', wallet)
      .execute()
    const answer = await background(again)
    expect(answer.own).toMatchObject({ count: 1, paid_elsewhere: 0 })
    expect(answer.others.map(({ user }) => user.id)).toContain(kate.userId)
    expect((await background(first)).own).toMatchObject({ count: 1 })
  })

  test('is another where only the case is the same and the network minds it', async () => {
    const [fred, gina] = [await anInvestor(house.db), await anInvestor(house.db)]
    const key = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
    const solana = await walletOn('solana')
    await ask(fred, key, solana)
    const [other] = await house.db.selectFrom('withdrawal').select('id').where('user_id', '=', fred.userId).execute()
    await ask(gina, `${key.slice(0, -1)}t`, solana)
    expect((await background(other?.id ?? '')).others).toEqual([])
  })

  test('was used by whoever was sent money back there, and each other person is told once', async () => {
    const [hugo, ines] = [await anInvestor(house.db), await anInvestor(house.db)]
    const place = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
    const declined = await save(house, ines)
    await house.write((tx) =>
      declineInvestment(tx, house.administrator, {
        id: declined.id,
        reason: null,
        received: usd(90),
        version: undefined,
      }),
    )
    await pay(await ask(ines, place))
    await house.clock.move(1000)
    await house.write((tx) =>
      refundSuspense(tx, house.administrator, {
        ...{ id: declined.id, amount: usd(90), txid: null, address: place, reason: 'sent back' },
      }),
    )
    const answer = await background(await ask(hugo, place))
    expect(answer).toMatchObject({
      others_count: 1,
      others: [{ user: { id: ines.userId }, count: 2, paid: 2, latest: { kind: 'investment', id: declined.id } }],
    })
  })
})

describe('the account and the sign-in', () => {
  /** In a browser that nobody knows yet. */
  const signIn = (who: Investor, address: string) =>
    house.write((tx) =>
      openSession(
        tx,
        house.clock,
        { id: who.userId, roles: who.roles },
        { address, userAgent: 'test', cookies: { 'XSRF-TOKEN': newSecret() } },
      ),
    )

  test('are old and quiet, or say what has changed and when', async () => {
    const jana = await anInvestor(house.db)
    await invest(house, jana)
    await house.days(8)
    const id = await ask(jana)
    const quiet = await background(id)
    expect(quiet).toMatchObject({
      ...{ joined_at: '2026-01-01T00:00:00.000Z', kyc: 'approved', blocked: false },
      ...{ password_changed_at: null, reset_required: false, new_device_at: null },
    })
    expect([...unusualFacts({ ...quiet, others_count: 0 })]).toEqual([])

    const at = house.clock.now()
    await house.write(async (tx) => {
      await lockUser(tx, jana.userId)
      await changeUser(tx, jana.userId, { password_set_at: at, kyc: 'rejected' })
    })
    const changed = await background(id)
    expect(changed).toMatchObject({ password_changed_at: at.toISOString(), kyc: 'rejected' })
    expect([...unusualFacts({ ...changed, others_count: 0 })]).toEqual(['identity', 'password'])
    await house.days(7)
    expect([...unusualFacts({ ...(await background(id)), others_count: 0 })]).toEqual(['identity'])
  })

  test('a device is new where another place was known, not the first of all, nor the first after a reset', async () => {
    const kai = await anInvestor(house.db)
    const id = await ask(kai)
    const device = async () => (await background(id)).new_device_at
    await signIn(kai, '192.0.2.7')
    expect(await device()).toBeNull()
    await house.days(1)
    await signIn(kai, '192.0.2.7')
    const at = house.clock.now().toISOString()
    expect(await device()).toBe(at)
    expect(unusualFacts(await background(id))).toContain('device')
    await house.write((tx) => endSessions(tx, { user_id: kai.userId }, house.clock.now()))
    await signIn(kai, '192.0.2.8')
    expect(await device()).toBeNull()
  })
})

test('what is new is so for a week', () => {
  const joined = new Date('2026-03-01T00:00:00Z')
  const of = (after: number): WithdrawalBackground => ({
    ...{ paid_in: '1.00', paid_out: '0.00', refunded: '0.00', waiting: { count: 0, amount: '0.00' } },
    ...{ as_of: new Date(joined.getTime() + after).toISOString(), joined_at: joined.toISOString() },
    ...{ first_paid_in: { id: '', at: joined.toISOString() }, kyc: 'approved', kyc_decided_at: null, blocked: false },
    ...{ password_changed_at: null, reset_required: false, new_device_at: null, others: [], others_count: 0 },
    address_distrusted_at: null,
    own: { count: 1, paid: 1, first_at: null, paid_elsewhere: 4 },
  })
  expect([...unusualFacts(of(7 * DAY - 1))]).toEqual(['account', 'first payment'])
  expect([...unusualFacts(of(7 * DAY))]).toEqual([])
})

test('there is none of what is no withdrawal', async () => {
  expect(await refusalOf(background('01940000-0000-7000-8000-000000000000'))).toMatchObject({ code: 'not found' })
})
