import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { DAY, HOUR } from '#kit/clock.ts'
import { readTransaction } from '#kit/transaction.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { waitingApprovals } from './read.ts'
import { updateWallet } from '#wallets/update-wallet.ts'
import { setRoles } from '#roles/set-roles.ts'
import { approveInvestment } from '#investments/approve.ts'
import { declineInvestment } from '#investments/decline.ts'
import { verifyInvestment } from '#investments/verify.ts'
import { approveReferral } from '#referrals/approve.ts'
import { approveWithdrawal } from '#withdrawals/approve.ts'
import { declineWithdrawal } from '#withdrawals/decline.ts'
import { updateWithdrawal } from '#withdrawals/update.ts'
import { newId } from '#kit/ids.ts'
import { agreeAs } from '../../test/support/agreeing.ts'
import { openInvestingHouse, problems, SETTINGS } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { balance, invest, investmentNow, referralNow, save, takeOut } from '../../test/support/investing.ts'
import {
  allWaitingAs,
  editAs,
  editWithdrawalAs,
  newestMailTo,
  openDecidingHouse,
  refuseAs,
  requestedWithdrawal,
  withdrawAs,
} from '../../test/support/deciding.ts'
import { fillWallet, give } from '../../test/support/money.ts'
import { anAdministrator, anInvestor, asAdministrator, aWallet, usd } from '../../test/support/people.ts'
import { refusalOf } from '../../test/support/traces.ts'
import { deductUser } from '#adjustments/deduct.ts'
import { topUpUser } from '#adjustments/top-up.ts'

const house = opened(() => openDecidingHouse({ dailyLimit: false }))
let first: Administrator
let second: Administrator
let investor: Investor

beforeAll(async () => {
  first = house.administrator
  second = await anAdministrator(house.db, ['reviewer'])
})
beforeEach(async () => {
  investor = await anInvestor(house.db)
})
/** Nothing waits where the next test begins. */
afterEach(async () => {
  await house.db
    .updateTable('approval')
    .set((row) => ({ state: 'withdrawn', decided_by: row.ref('asked_by'), decided_at: now() }))
    .where('state', '=', 'waiting')
    .execute()
})

const now = () => house.clock.now()
const edit = async (id: string, change: Parameters<typeof editAs>[3], actor = first) => {
  const { version } = await investmentNow(house, id)
  return editAs(house, actor, id, { version, reason: 'The bank says so.', ...change })
}
const topUp = (amount: MicroUsd, actor = first, user = investor) =>
  house.write((tx) =>
    topUpUser(tx, actor, {
      ...{ userId: user.userId, account: 'bonus', amount, category: 'goodwill', reason: 'A late payment.' },
    }),
  )
const deduct = (amount: MicroUsd, actor = first) =>
  house.write((tx) =>
    deductUser(tx, actor, {
      ...{ userId: investor.userId, account: 'earnings', amount, category: null, reason: null },
    }),
  )
const agree = (id: string | undefined, actor = second) => agreeAs(house.db, actor, id)
const refuse = (id: string, actor = second, reason?: string) => refuseAs(house, actor, id, reason)
const withdraw = (id: string, actor = first) => withdrawAs(house, actor, id)
const waitingFor = (who = second) => allWaitingAs(house, who)
const given = (id: string | undefined): string => id ?? expect.fail('nothing waits')
/** Everything that a request must leave as it was. */
const everything = async () => ({
  transfers: await house.db.selectFrom('transfer').select('id').orderBy('id').execute(),
  investments: await house.db.selectFrom('investment').selectAll().orderBy('id').execute(),
  withdrawals: await house.db.selectFrom('withdrawal').selectAll().orderBy('id').execute(),
  wallets: await house.db.selectFrom('wallet').selectAll().orderBy('id').execute(),
  users: await house.db.selectFrom('app_user').select(['id', 'roles']).orderBy('id').execute(),
  notifications: await house.db.selectFrom('notification').select('id').orderBy('id').execute(),
})
const auditOf = (subjectId: string) =>
  house.db
    .selectFrom('audit_entry')
    .select(['action', 'actor_id', 'before', 'after', 'reason'])
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()

describe('a correction of money', () => {
  test('of exactly the limit is made by one administrator, of a micro-dollar more by two', async () => {
    expect(await topUp(usd(1000))).toBeUndefined()
    expect(await balance(house, investor, 'bonus')).toBe(usd(1000))
    const other = await anInvestor(house.db)
    expect(await topUp(microUsd(usd(1000) + 1n), first, other)).toMatch(/^[0-9a-f-]{36}$/)
    expect(await balance(house, other, 'bonus')).toBe(0n)
  })

  test('changes nothing until it is agreed to, then exactly what was asked for', async () => {
    const { id } = await invest(house, investor)
    await house.days(3)
    const before = await everything()
    const waits = await edit(id, { amount: usd(2500) })
    expect(await everything()).toEqual(before)
    expect(await waitingFor()).toMatchObject([
      {
        id: waits,
        kind: 'update investment',
        subject_kind: 'investment',
        subject_id: id,
        asked_by: { id: first.userId, name: first.name },
        concerns: { id: investor.userId },
        reason: 'The bank says so.',
        changes: [
          { field: 'amount', before: '500.00', after: '2500.00' },
          { field: 'earned', before: '6.00', after: '30.00' },
        ],
        moved: '2000.00',
        mine: false,
        may_decide: true,
      },
    ])
    await agree(waits)
    expect(await investmentNow(house, id)).toMatchObject({ amount: usd(2500), version: 2 })
    expect(await balance(house, investor, 'invested')).toBe(usd(2500))
    expect(await balance(house, investor, 'earnings')).toBe(usd(30))
    expect(await waitingFor()).toEqual([])
    expect(await problems(house, investor)).toEqual([])
  })

  test('of a date counts by what it moves, and one that moves nothing needs nobody', async () => {
    await house.days(20)
    const { id } = await invest(house, investor, { amount: usd(50_000) })
    const waits = await edit(id, { date: new Date(now().getTime() - 6 * DAY) })
    expect(given(waits)).toBeTruthy()
    expect((await waitingFor())[0]).toMatchObject({
      moved: '1200.00',
      changes: [{ field: 'date' }, { field: 'earned', before: '0.00', after: '1200.00' }],
    })
    await refuse(given(waits))
    expect(await edit(id, { date: new Date(now().getTime() - 5 * DAY) })).toBeUndefined()
    expect(await balance(house, investor, 'earnings')).toBe(usd(1000))

    const pending = await save(house, investor, { amount: usd(90_000) })
    expect(await edit(pending.id, { date: new Date(now().getTime() - DAY) })).toBeUndefined()
    expect(await edit(pending.id, { amount: usd(89_500) })).toBeUndefined()
    expect(await edit(pending.id, { status: 'declined' })).toBeUndefined()
  })

  test('says what is earned by it, also where one alone has set the date before, and which bonus moves', async () => {
    await house.days(20)
    const inviter = await anInvestor(house.db)
    const invited = await anInvestor(house.db, { inviter })
    const { id } = await save(house, invited, { amount: usd(20_000) })
    const tenDaysAgo = new Date(now().getTime() - 10 * DAY)
    expect(await edit(id, { date: tenDaysAgo })).toBeUndefined()
    const waits = await edit(id, { status: 'approved' })
    expect((await waitingFor())[0]).toMatchObject({
      moved: '20000.00',
      changes: [
        { field: 'status', before: 'pending', after: 'approved' },
        { field: 'earns_from', before: null, after: tenDaysAgo.toISOString() },
        { field: 'earned', before: '0.00', after: '800.00' },
      ],
    })
    await agree(waits)
    expect(await balance(house, invited, 'earnings')).toBe(usd(800))

    const bonus = given((await referralNow(house, id))?.id)
    expect(await house.write((tx) => approveReferral(tx, first, { id: bonus }, SETTINGS))).toBeUndefined()
    await edit(id, { amount: usd(30_000) })
    expect((await waitingFor())[0]?.changes).toEqual([
      { field: 'amount', before: '20000.00', after: '30000.00' },
      { field: 'earned', before: '800.00', after: '1200.00' },
      { field: 'inviters_bonus', of: inviter.name, before: '1000.00', after: '1500.00' },
    ])
  })

  test('is not made smaller by making it in parts, until a day has passed', async () => {
    expect(await topUp(usd(600))).toBeUndefined()
    expect(await topUp(usd(400))).toBeUndefined()
    const waits = given(await topUp(usd(0.01)))
    await withdraw(waits)
    // somebody else, and somebody else's balance, are counted for themselves
    expect(await topUp(usd(1000), second)).toBeUndefined()
    expect(await topUp(usd(1000), first, await anInvestor(house.db))).toBeUndefined()
    await house.clock.move(24 * HOUR - 1)
    await withdraw(given(await topUp(usd(0.01))))
    await house.clock.move(1)
    expect(await topUp(usd(1000))).toBeUndefined()
    expect(await balance(house, investor, 'bonus')).toBe(usd(3000))
  })

  test('counts top-ups and deductions of one user together, and what was agreed to not at all', async () => {
    await give(house.db, investor, 'earnings', usd(9000))
    await agree(await topUp(usd(5000)))
    expect(await topUp(usd(500))).toBeUndefined()
    const waits = given(await deduct(usd(500.01)))
    expect((await waitingFor())[0]?.changes).toEqual([{ field: 'earnings', before: '9000.00', after: '8499.99' }])
    await agree(waits)
    expect(await deduct(usd(500))).toBeUndefined()
    expect(await balance(house, investor, 'earnings')).toBe(usd(7999.99))
    expect(await balance(house, investor, 'bonus')).toBe(usd(5500))
  })

  test('of a withdrawal waits; paying out what was asked for does not', async () => {
    await give(house.db, investor, 'earnings', usd(20_000))
    const walletId = await aWallet(house.db)
    await fillWallet(house.db, walletId, usd(20_000))
    const make = async () => {
      const id = newId()
      await house.db
        .insertInto('withdrawal')
        .values({
          ...{ id, user_id: investor.userId, source: 'investment', status: 'pending', amount: usd(5000) },
          ...{ wallet_id: walletId, wallet_name: 'W', wallet_address: 'a', network: 'bitcoin', created_at: now() },
        })
        .execute()
      return id
    }
    const asked = { amount: usd(5000), date: now().toISOString(), reason: null, txid: undefined, version: undefined }
    const change = (id: string, to: object) =>
      house.write((tx) => updateWithdrawal(tx, first, { ...asked, status: 'approved', id, ...to }))

    const paid = await make()
    await house.write((tx) => approveWithdrawal(tx, second, { id: paid }))
    expect(await change(paid, { status: 'completed', txid: 'f00d' })).toBeUndefined()
    const waits = await change(paid, { status: 'declined' })
    expect((await waitingFor())[0]).toMatchObject({ moved: '5000.00', subject_id: paid })
    expect((await refusalOf(change(paid, { status: 'pending' }))).message).toMatch(/waits for a second approver/)
    await agree(waits)
    expect(await balance(house, investor, 'earnings')).toBe(usd(20_000))

    const small = await make()
    expect(await change(small, { amount: usd(4500) })).toBeDefined()
  })

  test('that could not be made is refused at once, and waits for nobody', async () => {
    expect((await refusalOf(deduct(usd(5000)))).message).toBe('deduction amount must not exceed $0.00')
    const { id } = await save(house, investor)
    expect((await refusalOf(edit(id, { date: new Date(now().getTime() + DAY) }))).code).toBe('bad input')
    expect(await waitingFor()).toEqual([])
  })
})

describe('a request that waits', () => {
  test('is the only one for its record, and holds up what administrators decide about it', async () => {
    const { id } = await save(house, investor, { amount: usd(3000) })
    const waits = given(await edit(id, { status: 'approved' }))
    for (const attempt of [
      () => edit(id, { status: 'approved' }, second),
      () => edit(id, { amount: usd(3001) }),
      () => house.write((tx) => approveInvestment(tx, second, { id }, SETTINGS)),
      () => house.write((tx) => declineInvestment(tx, second, { id, reason: null, received: usd(0) })),
    ]) {
      expect(await refusalOf(attempt())).toMatchObject({
        code: 'wrong state',
        message: expect.stringContaining('waits for a second approver'),
      })
    }
    await withdraw(waits)
    await house.write((tx) => approveInvestment(tx, second, { id }, SETTINGS))
  })

  test('about a withdrawal holds up what administrators decide about it', async () => {
    await fillWallet(house.db, house.walletId, usd(5000))
    const id = await requestedWithdrawal(house, investor, usd(5000))
    const change = (status: 'pending' | 'completed', amount: number, by: Administrator) =>
      editWithdrawalAs(house, by, id, { status, amount: usd(amount) })
    const waits = given(await change('pending', 2500, first))
    for (const attempt of [
      () => change('pending', 2500, second),
      () => change('completed', 5000, first),
      () => house.write((tx) => approveWithdrawal(tx, second, { id })),
      () => house.write((tx) => declineWithdrawal(tx, second, { id, reason: null })),
    ]) {
      expect(await refusalOf(attempt())).toMatchObject({
        code: 'wrong state',
        message: expect.stringContaining('waits for a second approver'),
      })
    }
    await withdraw(waits)
    await house.write((tx) => approveWithdrawal(tx, second, { id }))
  })

  test('is not agreed to by who has lost the role between the gate and the last lock', async () => {
    const leaving = await anAdministrator(house.db, ['reviewer'])
    const waits = given(await topUp(usd(2000)))
    await house.db
      .updateTable('app_user')
      .set({ roles: ['support'] })
      .where('id', '=', leaving.userId)
      .execute()
    expect(await refusalOf(agree(waits, leaving))).toMatchObject({
      ...{ code: 'not allowed', message: 'Your account can no longer do this.' },
    })
    expect(await balance(house, investor, 'bonus')).toBe(0n)
    expect(await waitingFor()).toMatchObject([{ id: waits }])
  })

  test('is stale once the record has changed, and can only be refused then', async () => {
    const { id, tranx_id } = await save(house, investor, { amount: usd(3000) })
    const waits = given(await edit(id, { status: 'approved' }))
    await house.write((tx) => verifyInvestment(tx, investor, { tranxId: tranx_id }))
    expect(await refusalOf(agree(waits))).toMatchObject({
      code: 'wrong state',
      message: expect.stringContaining('has changed since'),
    })
    expect(await waitingFor()).toMatchObject([{ id: waits }])
    await refuse(waits)
    expect((await investmentNow(house, id)).status).toBe('waiting approval')
  })

  test('is not done where an account would go below zero by now, and says so', async () => {
    await give(house.db, investor, 'earnings', usd(2000))
    const waits = given(await deduct(usd(1500)))
    await takeOut(house, investor, 'earnings', usd(1000))
    const before = await everything()
    expect((await refusalOf(agree(waits))).message).toBe('deduction amount must not exceed $1,000.00')
    expect(await everything()).toEqual(before)
    expect(await waitingFor()).toMatchObject([{ id: waits }])
    await give(house.db, investor, 'earnings', usd(500))
    await agree(waits)
    expect(await balance(house, investor, 'earnings')).toBe(0n)
  })

  test('is never agreed to or refused by who asked, by support, or by whose record it is; only who asked withdraws it', async () => {
    const waits = given(await topUp(usd(2000)))
    const support = await anAdministrator(house.db, ['support'])
    for (const actor of [first, support, asAdministrator(investor)]) {
      expect((await refusalOf(agree(waits, actor))).code).toBe('not allowed')
      expect((await refusalOf(refuse(waits, actor))).code).toBe('not allowed')
    }
    expect((await refusalOf(withdraw(waits, second))).code).toBe('not allowed')
    expect((await waitingFor(first))[0]).toMatchObject({ mine: true, may_decide: false })
    expect((await waitingFor(support))[0]).toMatchObject({ mine: false, may_decide: false })
    expect((await refusalOf(agree(newId()))).code).toBe('not found')
    expect((await refusalOf(refuse(waits, second, '  '))).errors).toHaveProperty('reason')
    await withdraw(waits)
    expect((await refusalOf(agree(waits))).message).toMatch(/withdrawn/)
    expect(await balance(house, investor, 'bonus')).toBe(0n)
  })

  test.each([
    ['has lost the role', { roles: ['support' as const] }],
    ['has been blocked', { blocked_at: new Date('2026-03-01T00:00:00Z'), blocked_reason: 'Left us' }],
  ])('is not agreed to once who asked %s, and can be refused', async (_what, change) => {
    const requester = await anAdministrator(house.db, ['reviewer'])
    const waits = given(await topUp(usd(2000), requester))
    await house.db.updateTable('app_user').set(change).where('id', '=', requester.userId).execute()
    expect(await refusalOf(agree(waits))).toMatchObject({
      code: 'wrong state',
      message: expect.stringContaining('can no longer ask for this'),
    })
    expect(await balance(house, investor, 'bonus')).toBe(0n)
    await refuse(waits)
  })

  test('is written into the audit log at every step, and told to who asked', async () => {
    const refused = given(await topUp(usd(2000)))
    await refuse(refused, second, 'Too much.')
    const agreed = given(await topUp(usd(1500)))
    await agree(agreed)
    expect(await auditOf(investor.userId)).toMatchObject([
      {
        action: 'second approval asked for',
        actor_id: first.userId,
        before: { bonus: '0.00' },
        after: { asked_for: 'top up user', approval_id: refused, would_be: { bonus: '2000.00' }, moved: '2000.00' },
        reason: 'Goodwill: A late payment.',
      },
      {
        action: 'second approval refused',
        actor_id: second.userId,
        before: { asked_by: first.name, approval_id: refused },
        after: { state: 'refused', decided_by: second.name },
        reason: 'Too much.',
      },
      { action: 'second approval asked for', actor_id: first.userId },
      {
        action: 'top up user',
        actor_id: second.userId,
        after: { balance: '1500.00', category: 'goodwill' },
        reason: 'Goodwill: A late payment.',
      },
      {
        action: 'second approval given',
        actor_id: second.userId,
        before: { asked_by: first.name },
        after: { state: 'agreed', decided_by: second.name },
      },
    ])
    const told = await house.db
      .selectFrom('notification')
      .select(['title', 'status_text'])
      .where('user_id', '=', first.userId)
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(told).toEqual([
      { title: 'Your request was agreed to', status_text: `by ${second.name}` },
      { title: 'Your request was refused', status_text: 'Too much.' },
    ])
    // whoever asked may not be at the desk: a refusal comes by mail too
    const { subject, content } = await newestMailTo(house, first)
    expect(subject).toBe('Your request was refused')
    expect(content).toContain(`${second.name} has refused what you asked for. Nothing has changed.`)
    expect(content).toMatch(/^Top-up of .+\nBonus balance: \$0\.00 → \$2,000\.00$/m)
    expect(content).toContain('The reason given: Too much.')
    // the investor hears of what was done, and of nothing else
    const heard = await house.db
      .selectFrom('notification')
      .select(['title', 'status_text'])
      .where('user_id', '=', investor.userId)
      .execute()
    expect(heard).toEqual([{ title: 'Balance topped up', status_text: 'Goodwill: A late payment.' }])
  })
})

describe('what always needs a second administrator', () => {
  const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const walletNow = (id: string) =>
    house.db.selectFrom('wallet').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const change = async (id: string, to: Partial<Parameters<typeof updateWallet>[3]>, actor = first) => {
    const { name, address, version } = await walletNow(id)
    return house.write((tx) => updateWallet(tx, house.clock, actor, { id, name, address, version, ...to }))
  }

  test('a wallet’s address and name do, and showing it; hiding it does not', async () => {
    const id = await aWallet(house.db)
    expect(await change(id, { available: false })).toBeUndefined()
    for (const to of [{ name: `Renamed ${id}` }, { available: true }]) await withdraw(given(await change(id, to)))
    const before = await walletNow(id)
    const waits = given(await change(id, { address: BITCOIN }))
    expect(await walletNow(id)).toEqual(before)
    expect((await waitingFor())[0]).toMatchObject({
      kind: 'change wallet',
      subject_kind: 'wallet',
      changes: [{ field: 'address', before: before.address, after: BITCOIN }],
      moved: null,
    })
    expect((await refusalOf(change(id, { available: true }))).message).toMatch(/waits for a second approver/)
    expect((await refusalOf(agree(waits, first))).code).toBe('not allowed')
    await agree(waits)
    expect(await walletNow(id)).toMatchObject({ address: BITCOIN, version: 2 })
  })

  test('a wallet’s coin does, and its token’s contract; the request and the owners’ mail name both', async () => {
    const owner = await anAdministrator(house.db, ['owner'])
    const id = await aWallet(house.db)
    const address = '0x52908400098527886E0F7030069857D2E4169EE7'
    const [tether, other] = ['0xdAC17F958D2ee523a2206206994597C13D831ec7', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48']
    await agree(given(await change(id, { address, network: 'ethereum', coin: 'ETH' })))
    expect(await walletNow(id)).toMatchObject({ coin: 'ETH', coin_contract: null, coin_decimals: 18 })

    const token = { coin: 'USDT', coin_contract: tether, coin_decimals: 6 }
    const before = await walletNow(id)
    const asked = given(await change(id, token))
    expect(await walletNow(id)).toEqual(before)
    const changes = [
      { field: 'coin', before: 'ETH', after: 'USDT' },
      { field: 'coin_contract', before: null, after: tether },
      { field: 'coin_decimals', before: null, after: '6' },
    ]
    expect((await waitingFor())[0]).toMatchObject({ kind: 'change wallet', changes, moved: null })
    const { content } = await newestMailTo(house, owner)
    for (const said of ['Coin: ETH → USDT', `Token contract: ${tether}`, 'Token decimals: 6']) {
      expect(content).toContain(said)
    }
    await agree(asked)
    expect(await walletNow(id)).toMatchObject(token)

    await agree(given(await change(id, { ...token, coin_contract: other })))
    expect((await auditOf(id)).filter(({ action }) => action === 'wallet changed').at(-1)).toMatchObject({
      before: { coin_contract: tether },
      after: { coin_contract: other },
    })
    // hiding it with another coin is no mere hiding
    await withdraw(given(await change(id, { coin: null, available: false })))
    expect(await walletNow(id)).toMatchObject({ coin: 'USDT', available: true })
    await house.db.updateTable('app_user').set({ roles: [] }).where('id', '=', owner.userId).execute()
  })

  test('roles do, as soon as there is another owner who could agree', async () => {
    const person = await anAdministrator(house.db, ['support'])
    const rolesNow = async () =>
      (await house.db.selectFrom('app_user').select('roles').where('id', '=', person.userId).executeTakeFirstOrThrow())
        .roles
    const set = (roles: ('owner' | 'reviewer' | 'support')[], actor = first) =>
      house.write((tx) => setRoles(tx, house.clock, actor, { id: person.userId, roles }))
    expect(await set(['reviewer'])).toBeUndefined()
    const owner = await anAdministrator(house.db, ['owner'])
    const waits = given(await set(['owner']))
    expect(await rolesNow()).toEqual(['reviewer'])
    expect((await refusalOf(agree(waits, second))).message).toMatch(/Only an owner/)
    expect((await refusalOf(agree(waits, person))).code).toBe('not allowed')
    expect(await topUp(usd(5), first)).toBeUndefined()
    await agree(waits, owner)
    expect(await rolesNow()).toEqual(['owner'])

    const stale = given(await set([]))
    await house.db
      .updateTable('app_user')
      .set({ roles: ['support'] })
      .where('id', '=', person.userId)
      .execute()
    expect((await refusalOf(agree(stale, owner))).message).toMatch(/have changed since/)
    await refuse(stale, owner)
    // of two owners the other one cannot agree to what concerns it: one alone decides, as before
    await house.db.updateTable('app_user').set({ roles: [] }).where('id', '=', person.userId).execute()
    const alone = await house.write((tx) => setRoles(tx, house.clock, first, { id: owner.userId, roles: ['support'] }))
    expect(alone).toBeUndefined()
  })
})

describe('exactly once', () => {
  test('when ten agree at once, twenty times over', async () => {
    const seconds = await Promise.all(Array.from({ length: 10 }, () => anAdministrator(house.db, ['reviewer'])))
    for (let round = 1; round <= 20; round += 1) {
      const waits = await topUp(usd(1500))
      const outcomes = await Promise.allSettled(seconds.map((actor) => agree(waits, actor)))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'wrong state' })
      }
      expect(await balance(house, investor, 'bonus')).toBe(usd(1500 * round))
    }
  })

  test('when agreeing races a refusal and a withdrawal, thirty times over', async () => {
    let expected = 0
    for (let round = 0; round < 30; round += 1) {
      const waits = given(await topUp(usd(1500)))
      const [agreed, ...others] = await Promise.allSettled([agree(waits), refuse(waits), withdraw(waits)])
      const passed = [agreed, ...others].filter((outcome) => outcome?.status === 'fulfilled')
      expect(passed).toHaveLength(1)
      if (agreed?.status === 'fulfilled') expected += 1500
      expect(await balance(house, investor, 'bonus')).toBe(usd(expected))
    }
  })

  test('when ten ask at once, one waits; when asking races an approval, one of them comes second', async () => {
    const { id } = await save(house, investor, { amount: usd(3000) })
    const asked = await Promise.allSettled(Array.from({ length: 10 }, () => edit(id, { status: 'approved' })))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (let round = 0; round < 20; round += 1) {
      const other = await save(house, investor, { amount: usd(3000) })
      // as the form was opened: what is read only after the approval has nothing left to change
      const { version } = await investmentNow(house, other.id)
      const outcomes = await Promise.allSettled([
        edit(other.id, { status: 'approved', version }),
        house.write((tx) => approveInvestment(tx, second, { id: other.id }, SETTINGS)),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
    expect(await problems(house, investor)).toEqual([])
  })

  test('of many small corrections at once no more pass alone than the limit', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => topUp(usd(300))))
    const alone = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value === undefined)
    expect(alone).toHaveLength(3)
    expect(await balance(house, investor, 'bonus')).toBe(usd(900))
  })
})

test('a single administrator does everything alone, as before', async () => {
  const alone = await openInvestingHouse()
  try {
    const { db, clock, administrator } = alone
    const someone = await anInvestor(db)
    await anAdministrator(db, ['support'])
    const topped = await alone.write((tx) =>
      topUpUser(tx, administrator, {
        ...{ userId: someone.userId, account: 'bonus', amount: usd(50_000), category: null, reason: null },
      }),
    )
    expect(topped).toBeUndefined()
    const walletId = await aWallet(db)
    const elsewhere = { id: walletId, name: 'Elsewhere', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }
    expect(await alone.write((tx) => updateWallet(tx, clock, administrator, elsewhere))).toBeUndefined()
    // a reviewer who cannot sign in is nobody who could agree, but not from one moment to the next
    const blocked = await anAdministrator(db, ['reviewer'])
    await db
      .updateTable('app_user')
      .set({ blocked_at: clock.now(), blocked_reason: 'Left us' })
      .where('id', '=', blocked.userId)
      .execute()
    const others = async () => (await readTransaction(db, (tx) => waitingApprovals(tx, administrator))).others
    expect(await others()).toEqual({ reviewers: true, owners: false })
    const much = { account: 'bonus', amount: usd(50_000), category: null, reason: null } as const
    const newcomer = await anInvestor(db)
    const topUpMuch = () => alone.write((tx) => topUpUser(tx, administrator, { userId: newcomer.userId, ...much }))
    const waits = await topUpMuch()
    expect(waits).toBeDefined()
    await withdrawAs(alone, administrator, waits)
    await clock.move(3 * DAY)
    expect(await others()).toEqual({ reviewers: false, owners: false })
    expect(await topUpMuch()).toBeUndefined()
  } finally {
    await alone.close()
  }
})

test('an owner who takes the roles of all others does not act alone at once', async () => {
  const alone = await openInvestingHouse()
  try {
    const { db, clock, administrator } = alone
    const other = await anAdministrator(db, ['owner'])
    const someone = await anInvestor(db)
    const taken = () => alone.write((tx) => setRoles(tx, clock, administrator, { id: other.userId, roles: [] }))
    expect(await taken()).toBeUndefined()
    const walletId = await aWallet(db)
    const elsewhere = { id: walletId, name: 'Elsewhere', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }
    const readdress = () => alone.write((tx) => updateWallet(tx, clock, administrator, elsewhere))
    const much = { account: 'bonus', amount: usd(50_000), category: null, reason: null } as const
    const topUpMuch = () => alone.write((tx) => topUpUser(tx, administrator, { userId: someone.userId, ...much }))
    const waits = [given(await readdress()), given(await topUpMuch())]
    for (const id of waits) await withdrawAs(alone, administrator, id)
    await clock.move(3 * DAY)
    expect(await readdress()).toBeUndefined()
    expect(await topUpMuch()).toBeUndefined()
  } finally {
    await alone.close()
  }
})
