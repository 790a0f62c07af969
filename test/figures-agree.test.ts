import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, SECOND } from '#kit/clock.ts'
import { fromWire, microUsd, sum, toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { withdrawableNow } from '#withdrawals/rules.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from './support/addresses.ts'
import { daysPass, startTestApp, type TestApp } from './support/app.ts'
import type { Visitor } from './support/visitor.ts'
import { fractionsOf } from '#figures/rules.ts'

type Row = Record<string, string> & { id: string; status: string; amount: string }
const ACCOUNTS = ['earnings', 'referral', 'bonus', 'invested', 'withdrawing'] as const
/** The operator's own accounts, as the funds page calls them. */
const OPERATOR = {
  ...{ capital: 'equity/capital', adjustments: 'equity/adjustments', returns: 'income/returns' },
  ...{ fees: 'income/fees', yield: 'expense/yield', referral: 'expense/referral' },
}
const WALLET_KEYS = ['account_balance', 'ref_bal', 'bonus_balanace', 'current_investment', 'withdrawing'] as const
const ALL_TIME = 'from=2026-01-01&to=2030-12-31'

let house: TestApp
let owner: Visitor
let people: Visitor[]

const total = (rows: readonly { amount: string }[]) => sum(rows.map(({ amount }) => fromWire(amount)))
const read = async (who: Visitor, path: string) => {
  const { status, body } = await who.get(path)
  if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`)
  return body
}
/** What stands on each of an investor's accounts, to the second. */
const allOn = (balance: Record<string, string>) => WALLET_KEYS.map((key) => fromWire(balance[key] ?? ''))
/** The fields of a file for spreadsheets, line by line; a comma between quotes separates nothing. */
const fieldsOf = (csv: string) =>
  csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/))
const histories = (who: Visitor) => read(who, '/api/histories')
const invest = async (who: Visitor, amount: string, duration: number, more = {}): Promise<string> => {
  await house.clock.move(7 * SECOND)
  const { plans, wallets } = await histories(who)
  const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount, duration, ...more }
  await who.must('/api/save-investment', choice)
  return (await histories(who)).investments[0].id
}
const approve = (id: string) => owner.must(`/api/approve-investment/${id}`)
const withdraw = async (who: Visitor, amount: string, source = 'investment'): Promise<string> => {
  await house.clock.move(7 * SECOND)
  const to = { wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' }
  await who.must('/api/withdraw', { amount, source, ...to })
  return (await histories(who)).withdrawals[0].id
}
const edit = async (kind: 'investment' | 'withdrawal', id: string, change: object) => {
  const { item } = await read(owner, `/api/admin/${kind}s/${id}`)
  const { amount, version, created_at, began_at } = item
  const as = { amount, version, date: began_at ?? created_at, reason: 'Typed wrong' }
  await owner.must(`/api/update-${kind}/${id}`, { ...as, ...change })
}

/** Thirds of cents, top-ups, returned principal, a reinvestment, bonus credit, withdrawals in every state, suspense. */
beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  owner = await house.owner()
  await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  await owner.must('/api/create-plan', {
    ...{ name: 'Steady', min_amount: '10', max_amount: '5000', durations_copy: '3, 30', description: 'Slowly.' },
    ...{ ref_bonus: '3.33', daily_roi: '0.37' },
  })
  const join = async (name: string, referral?: string) => {
    const visitor = house.visitor()
    await visitor.join(name, referral === undefined ? {} : { referral })
    return visitor
  }
  const inviter = await join('inviter')
  const friend = await join('friend', 'inviter')
  const third = await join('third', 'inviter')
  people = [inviter, friend, third]
  const { wallets } = await histories(inviter)
  const funds = { wallet_id: wallets[0].id, account: 'capital', direction: 'in', reason: 'To pay from' }
  await owner.must('/api/record-funds', { ...funds, amount: '100.01' })
  await owner.must('/api/record-funds', { ...funds, account: 'returns', amount: '7.07' })
  await owner.must('/api/record-funds', { ...funds, account: 'fees', direction: 'out', amount: '3.03' })

  const short = await invest(inviter, '133.33', 3)
  await approve(short)
  await approve(await invest(friend, '271.17', 30))
  const wrong = await invest(third, '99.99', 30)
  await approve(wrong)
  for (const { id, amount } of (await histories(inviter)).referrals as Row[]) {
    if (amount !== '3.329667') await owner.must(`/api/approve-referral/${id}`)
  }
  await daysPass(house, 3)
  await house.clock.move(30 * SECOND)
  await house.runJobs()
  await inviter.must(`/api/reinvest-investment/${short}`)
  await owner.must(`/api/topup-user/${inviter.id}`, { amount: '10.01', reason: 'For the delay' })
  await owner.must(`/api/topup-user/${friend.id}`, { amount: '25.55', account: 'bonus', reason: 'Welcome' })
  await invest(friend, '20.02', 30, { source: 'bonus' })
  await approve(await invest(third, '33.34', 3))
  // back out of approved, whose referral is held; and one that came in all the same
  await edit('investment', wrong, { status: 'waiting approval' })
  await owner.must(`/api/decline-investment/${await invest(third, '50', 30)}`, { reason: 'Late', received: '50.01' })
  await house.clock.move(12_345 * SECOND)
  const paid = await withdraw(inviter, '3.21')
  await owner.must(`/api/approve-withdrawal/${paid}`)
  await edit('withdrawal', paid, { status: 'completed' })
  await owner.must(`/api/approve-withdrawal/${await withdraw(inviter, '2.22')}`)
  await withdraw(inviter, '1.11', 'referral')
  const declined = await withdraw(inviter, '0.07')
  await owner.must(`/api/decline-withdrawal/${declined}`, { reason: 'Sent back' })
  await house.clock.move(54_321 * SECOND)
})
afterAll(() => house.close())

/** What an investor reads of one balance on each screen and in each file; all of it must be one figure. */
async function everywhere(who: Visitor, account: (typeof ACCOUNTS)[number]): Promise<Record<string, MicroUsd>> {
  const balance = await read(who, '/api/balance')
  const user = await read(owner, `/api/view-user/${who.id}`)
  const { balance: posted, unposted, lines } = await read(who, `/api/story/${account}?limit=100`)
  const statement = await read(who, `/api/statement?${ALL_TIME}&account=${account}&limit=100`)
  const csv: string = await read(who, `/api/statement.csv?${ALL_TIME}&account=${account}`)
  const exported = await read(who, '/api/export')
  type Entry = { account: string; amount: string; mine: boolean }
  const entries = exported.postings.flatMap(({ entries: all }: { entries: Entry[] }) =>
    all.filter((entry) => entry.mine && entry.account === account),
  )
  const [columns = [], ...rows] = fieldsOf(csv)
  const wire = {
    earnings: [balance.account_balance, user.investment_balance],
    referral: [balance.ref_bal, user.referral_balance],
    bonus: [balance.bonus_balanace, user.bonus_balance],
    invested: [balance.current_investment, user.active_investment],
    withdrawing: [balance.withdrawing, user.withdrawing],
  }[account]
  const live = fromWire(unposted)
  return {
    'the wallet': fromWire(wire[0]),
    'the desk': fromWire(wire[1]),
    'its story': sum([fromWire(posted), live]),
    'the lines of its story': sum([total(lines), live]),
    'the statement': sum([fromWire(statement.closing), fromWire(statement.unposted)]),
    'the lines of the statement': sum([total(statement.lines), fromWire(statement.unposted)]),
    // behind the amounts stands the newest checkpoint of the log
    'the file of the statement': fromWire(rows.map((row) => row[columns.indexOf('Balance')]).findLast(Boolean) ?? ''),
    'everything kept': sum([total(entries), live]),
  }
}

test('each balance is one figure on every screen and in every file', async () => {
  let unposted = ZERO
  for (const who of people) {
    for (const account of ACCOUNTS) {
      const figures = await everywhere(who, account)
      const wallet = figures['the wallet']
      expect({ who: who.name, account, ...figures }).toEqual({
        ...{ who: who.name, account },
        ...Object.fromEntries(Object.keys(figures).map((place) => [place, wallet])),
      })
    }
    const all = await read(who, `/api/statement?${ALL_TIME}`)
    const balance = await read(who, '/api/balance')
    expect(toWire(sum([fromWire(all.closing), fromWire(all.unposted)]))).toBe(toWire(sum(allOn(balance))))
    unposted = sum([unposted, fromWire(all.unposted)])
  }
  // else nothing of this would have been tried
  expect(unposted > ZERO).toBe(true)
})

test('a statement of days that are over names nothing that was earned since', async () => {
  const yesterday = new Date(house.clock.now().getTime() - DAY).toISOString().slice(0, 10)
  for (const account of ['all', 'earnings']) {
    const asked = `from=2026-01-01&to=${yesterday}&account=${account}`
    expect((await read(people[0] as Visitor, `/api/statement?${asked}`)).unposted).toBe('0.00')
  }
})

test('the records of an investor sum to their balances', async () => {
  for (const who of people) {
    const { investments, withdrawals } = await histories(who)
    const balance = await read(who, '/api/balance')
    const running = investments.filter(({ status }: Row) => status === 'approved')
    const open = withdrawals.filter(({ status }: Row) => ['pending', 'approved'].includes(status))
    expect(toWire(total(running))).toBe(balance.current_investment)
    expect(toWire(total(open))).toBe(balance.withdrawing)
    expect(toWire(sum(running.map(({ earned }: { earned: string }) => fromWire(earned))))).toBe(balance.current_earning)
  }
})

test('what can be withdrawn is the same for the operator as for the investor', async () => {
  const amounts = []
  for (const who of people) {
    const balance = await read(who, '/api/balance')
    const user = await read(owner, `/api/view-user/${who.id}`)
    const theirs = withdrawableNow({
      earnings: fromWire(user.investment_balance),
      referral: fromWire(user.referral_balance),
    })
    const own = { earnings: fromWire(balance.account_balance), referral: fromWire(balance.ref_bal) }
    expect(theirs).toBe(withdrawableNow(own))
    amounts.push(theirs)
  }
  expect(amounts.some((amount) => amount > ZERO)).toBe(true)
})

test('what is owed and held is one figure on the dashboard, on the funds page, and in what is behind it', async () => {
  const { owed, held, coverage, due, money } = await read(owner, '/api/admin/figures')
  const funds = await read(owner, '/api/admin/funds')
  const wallets = await Promise.all(people.map((who) => read(who, '/api/balance')))
  const ofAll = (key: string) => toWire(sum(wallets.map((balance) => fromWire(balance[key]))))
  expect(toWire(sum([fromWire(owed.earnings), fromWire(owed.accrued)]))).toBe(ofAll('account_balance'))
  expect([owed.referral, owed.bonus, owed.invested, owed.withdrawing]).toEqual(
    ['ref_bal', 'bonus_balanace', 'current_investment', 'withdrawing'].map(ofAll),
  )
  for (const account of ACCOUNTS) {
    const behind = await read(owner, `/api/admin/balances?account=${account}&limit=100`)
    expect([behind.total, toWire(total(behind.items))]).toEqual([owed[account], owed[account]])
  }
  expect([funds.owed, funds.custody, funds.held, funds.accrued, funds.coverage]).toEqual([
    ...[owed.total, held.total, owed.suspense, owed.accrued, coverage.percent],
  ])
  const { total: whole, ...parts } = owed as Record<string, string>
  expect(toWire(sum(Object.values(parts).map(fromWire)))).toBe(whole)
  expect(toWire(sum([...wallets.flatMap(allOn), fromWire(funds.held)]))).toBe(whole)
  expect([coverage.held, coverage.owed]).toEqual([held.total, whole])
  expect(toWire(sum([fromWire(coverage.owed), fromWire(coverage.over)]))).toBe(coverage.held)
  const running = await read(owner, '/api/admin/due?limit=100')
  expect([running.principal, toWire(total(running.items))]).toEqual([owed.invested, owed.invested])
  expect(toWire(sum(running.items.map(({ to_earn }: { to_earn: string }) => fromWire(to_earn))))).toBe(running.to_earn)
  expect(due.in_90_days).toEqual({ count: running.count, principal: running.principal, to_earn: running.to_earn })
  const standsOn = async (account: string) =>
    (await read(owner, `/api/admin/postings?account=${account}&limit=1`)).balance
  type InWallet = { custody: string; suspense: string }
  const inWallet = (id: string, { custody, suspense }: InWallet) => ({ id, custody, suspense })
  const ofFunds = (funds.wallets as (InWallet & { wallet: { id: string } })[]).map((row) =>
    inWallet(row.wallet.id, row),
  )
  expect(ofFunds).toEqual((held.wallets as (InWallet & { id: string })[]).map((row) => inWallet(row.id, row)))
  for (const { id, ...stands } of ofFunds) {
    expect({ custody: await standsOn(`custody/${id}`), suspense: await standsOn(`suspense/${id}`) }).toEqual(stands)
  }
  expect(toWire(sum(funds.suspense.map((item: { held: string }) => fromWire(item.held))))).toBe(funds.held)
  for (const [key, account] of Object.entries(OPERATOR)) expect(await standsOn(account), key).toBe(funds.accounts[key])
  const flow = [fromWire(money.in), microUsd(-fromWire(money.out)), fromWire(money.own_in)]
  expect(toWire(microUsd(sum(flow) - fromWire(money.own_out)))).toBe(held.total)
})

test('what is set apart, and promised without that, is one figure on the funds page and on /books', async () => {
  const { reserve } = await read(house.visitor(), '/api/books')
  const { accounts, not_set_apart } = await read(owner, '/api/admin/funds')
  expect(fromWire(not_set_apart) > ZERO).toBe(true)
  expect(reserve).toEqual({ yield: accounts.reserve, committed: accounts.committed, not_set_apart })
})

test('what is shown in cents of what is owed adds up with the fractions of a cent', async () => {
  const { owed } = await read(owner, '/api/admin/figures')
  const { total: whole, ...parts } = owed
  const amounts = Object.values(parts as Record<string, string>).map(fromWire)
  const cents = (amount: MicroUsd) => amount / 10_000n
  const shown = amounts.reduce((together, amount) => together + cents(amount), 0n)
  expect(shown + cents(fractionsOf(amounts))).toBe(cents(fromWire(whole)))
})

test('trades of a day are the new money among its activities, and no reinvestment is one of them', async () => {
  await daysPass(house, 3)
  await house.clock.move(30 * SECOND)
  await house.runJobs()
  const [who] = people as [Visitor]
  const done = ((await histories(who)).investments as (Row & { reinvested: boolean })[]).find(
    ({ status, reinvested }) => status === 'completed' && !reinvested,
  )
  await who.must(`/api/reinvest-investment/${done?.id}`)
  await approve(await invest(who, '44.44', 30))
  const { today_investment, investments } = await read(who, '/api/analysis')
  type Activity = { amount: string; source: string; created_at: string }
  const today = (investments as Activity[]).filter(
    ({ created_at }) => Date.parse(created_at) > house.clock.now().getTime() - DAY,
  )
  expect(today.map(({ amount, source }) => `${amount} ${source}`)).toEqual(['44.44 payment', '133.33 reinvest'])
  expect(toWire(total(today.filter(({ source }) => source === 'payment')))).toBe(today_investment)
})

test('the files of the lists hold what the lists hold', async () => {
  for (const kind of ['investments', 'withdrawals', 'referrals']) {
    const { items } = await read(owner, `/api/admin/${kind}?limit=100`)
    const file: string = await read(owner, `/api/admin/${kind}/csv`)
    const [columns = [], ...rows] = fieldsOf(file)
    const amounts = rows.map((row) => ({ amount: row[columns.indexOf('Amount')] ?? '' }))
    expect(toWire(total(amounts)), kind).toBe(toWire(total(items)))
  }
})

test('and the books hold', async () => {
  expect(await house.problems()).toEqual([])
})
