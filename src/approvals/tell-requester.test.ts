import { beforeAll, expect, test } from 'vitest'
import type { Administrator } from '#kit/actor.ts'
import { DAY } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { inviteAdministrator } from '#roles/invite-administrator.ts'
import { changeSetting } from '#settings/change-setting.ts'
import { findPlan, planOnWire } from '#plans/find.ts'
import { updatePlan } from '#plans/update-plan.ts'
import { recordFunds } from '#wallets/record-funds.ts'
import { updateWallet } from '#wallets/update-wallet.ts'
import { updateInvestment } from '#investments/update.ts'
import { ENVIRONMENT } from '../../test/support/agreeing.ts'
import { allWaitingAs, newestMailTo, openDecidingHouse, refuseAs } from '../../test/support/deciding.ts'
import { THEIR_BITCOIN } from '../../test/support/addresses.ts'
import { SETTINGS } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { invest, investmentNow } from '../../test/support/investing.ts'
import { anAdministrator, anInvestor, aPlan, aWallet, usd } from '../../test/support/people.ts'
import { requestTitle } from './rules.ts'

const house = opened(() => openDecidingHouse({ dailyLimit: false }))
let requester: Administrator
let other: Administrator

beforeAll(async () => {
  requester = house.administrator
  other = await anAdministrator(house.db)
})

/** What waits once it was asked for, and what whoever asked is told once it is refused. */
const refused = async (ask: (tx: Tx) => Promise<unknown>) => {
  await house.write(ask)
  const [waiting] = await allWaitingAs(house, other)
  if (waiting === undefined) throw new Error('nothing waits')
  await refuseAs(house, other, waiting.id, 'Not now.')
  const mail = await newestMailTo(house, requester)
  expect(mail.subject).toBe('Your request was refused')
  const notice = await house.db
    .selectFrom('notification')
    .select('bold_value')
    .where('user_id', '=', requester.userId)
    .where('title', '=', 'Your request was refused')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { waiting, notice: notice.bold_value, mail: mail.content }
}
const nameOf = async (table: 'plan' | 'wallet', id: string) =>
  (await house.db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

test('who asked for another setting reads which one', async () => {
  const input = { name: 'approval_days', value: '30', reason: 'People are away' } as const
  const { waiting, notice, mail } = await refused((tx) => changeSetting(tx, house.clock, requester, input, ENVIRONMENT))
  expect(mail).toContain('Change of a setting\nSetting: Time to agree\nValue: 7 days (the default) → 30 days\n')
  expect(notice).toBe('Change of a setting: Time to agree')
  expect(waiting).toMatchObject({ name: 'Time to agree', changes: [{ field: 'setting' }] })
})

test('who asked for another limit reads what it is called, not what the code calls it', async () => {
  const input = { name: 'second_approval_limit', value: '5000', reason: 'Larger amounts' } as const
  const { notice, mail } = await refused((tx) => changeSetting(tx, house.clock, requester, input, ENVIRONMENT))
  expect(mail).toContain('Change of a limit\nSetting: Second approval above\n')
  expect(notice).toBe('Change of a limit: Second approval above')
})

test('who asked for another rate reads of which plan', async () => {
  const id = await aPlan(house.db)
  const name = await nameOf('plan', id)
  const { waiting, notice, mail } = await refused(async (tx) => {
    const plan = await findPlan(tx, id)
    if (plan === undefined) throw new Error('the plan has gone')
    await updatePlan(tx, house.clock, requester, { ...planOnWire({ description: '', ...plan }), daily_roi: '3' })
  })
  expect(mail).toMatch(new RegExp(`^Change of a plan\nPlan: ${name}\nRate per day: .* → 3%$`, 'm'))
  expect(notice).toBe(`Change of a plan: ${name}`)
  expect(waiting).toMatchObject({ name })
})

test('who asked for another address reads of which wallet', async () => {
  const id = await aWallet(house.db)
  const name = await nameOf('wallet', id)
  const { mail } = await refused((tx) =>
    updateWallet(tx, house.clock, requester, { id, name, address: THEIR_BITCOIN, network: 'bitcoin' }),
  )
  expect(mail).toContain(`Change of a payment wallet\nWallet: ${name}\nAddress: `)
})

test('who asked for funds to be recorded reads in which wallet, and no word of the code', async () => {
  const name = await nameOf('wallet', house.walletId)
  const funds = { walletId: house.walletId, amount: usd(5000), direction: 'in', account: 'capital' } as const
  const { waiting, mail } = await refused((tx) => recordFunds(tx, requester, { ...funds, reason: 'Ours' }))
  const lines = [`Wallet: ${name}`, 'Funds: $5,000.00', 'Direction: coming in', 'Account: Capital']
  expect(mail).toContain([requestTitle(waiting), ...lines, ''].join('\n'))
})

test('who asked for an invitation reads of whom', async () => {
  const person = {
    email: 'olga@plumb.test',
    roles: ['support'] as const,
    reason: 'A friend',
    appUrl: 'http://localhost',
  }
  const { notice, mail } = await refused((tx) =>
    inviteAdministrator(tx, house.clock, requester, { ...person, roles: [...person.roles] }),
  )
  expect(mail).toContain('Person: olga @ plumb. test\n')
  expect(notice).toBe('Invitation to roles: olga@plumb.test')
})

test('who asked for another date reads it as people write dates, and in which zone', async () => {
  await house.days(20)
  const { id } = await invest(house, await anInvestor(house.db), { amount: usd(50_000) })
  const { amount, status, version } = await investmentNow(house, id)
  const date = new Date(house.clock.now().getTime() - 6 * DAY).toISOString()
  const edit = { id, amount, status, version, date, reason: 'The bank says so.' }
  const { waiting, mail } = await refused((tx) => updateInvestment(tx, requester, edit, SETTINGS))
  expect(mail).toMatch(/^Correction of an investment of .+\nDate: \w+ \d+, 2026, .+ UTC → \w+ \d+, 2026, .+ UTC$/m)
  expect(mail).not.toMatch(/\dT\d\d:/)
  expect(waiting).toMatchObject({ name: null })
})
