import { randomUUID } from 'node:crypto'
import { MINUTE } from '#kit/clock.ts'
import { mustBoth } from '../../../test/support/roles.ts'
import type { Answer, Visitor } from '../../../test/support/visitor.ts'
import type { Attack } from '../attack.ts'
import type { Ground } from '../ground.ts'
import { isPast } from '../report.ts'

const AT_ONCE = 100
/** What is no amount of money, or none that moves. */
const NO_AMOUNTS = ['-5', '0', '0.001', '1e3', 'NaN', '', null, -1, { amount: '5' }]
/** No more than dollars of it can be the house's own. */
const BEYOND_ALL = '999999999.00'

/** The reserve and what is promised out of it: more than is there, somebody else's quote, an old one, and all at once. */
export const promises: Attack = {
  name: 'promises',
  what: 'a reserve made out of nothing, quotes that are too old or somebody else’s, and what ends an investment at once',
  share: 0,
  async run(ground) {
    await ground.client.query('DELETE FROM rate_limit')
    await outOfNothing(ground)
    await quotes(ground)
    await endings(ground)
    await assumptions(ground)
    await allAtOnce(ground)
    await ground.client.query('DELETE FROM rate_limit')
    await ground.settle()
  },
}

async function mustRefuse(ground: Ground, what: string, asked: Promise<Answer>): Promise<void> {
  const { status, body } = await asked
  ground.report.count(promises.name, status, isPast(status))
  if (status < 300 || status >= 500)
    ground.report.find({
      kind: promises.name,
      what: 'was taken, or failed',
      request: `${what} → ${status} ${JSON.stringify(body).slice(0, 200)}`,
    })
}

/** What the house does not have is not set apart, by nobody, in no direction. */
async function outOfNothing(ground: Ground): Promise<void> {
  const { owner, reviewer, investor } = ground.people
  const move = (by: Visitor, amount: unknown, direction = 'in') =>
    by.post('/api/move-to-reserve', { amount, direction, reason: 'For promises' })
  for (const direction of ['in', 'out']) {
    await mustRefuse(ground, `more than there is, ${direction}`, move(owner.visitor, BEYOND_ALL, direction))
    for (const amount of NO_AMOUNTS)
      await mustRefuse(ground, `${JSON.stringify(amount)} ${direction}`, move(owner.visitor, amount, direction))
  }
  await mustRefuse(ground, 'the reserve by a reviewer', move(reviewer.visitor, '1'))
  await mustRefuse(ground, 'the reserve by an investor', move(investor.visitor, '1'))
  const choose = (by: Visitor, backing: string) => by.post('/api/set-backing', { backing, reason: 'As decided' })
  await mustRefuse(ground, 'backing by a reviewer', choose(reviewer.visitor, 'strict'))
  await mustRefuse(ground, 'backing by an investor', choose(investor.visitor, 'disclosed'))
  await mustRefuse(ground, 'backing of no kind', choose(owner.visitor, 'none'))
}

/** A new investment of somebody's that runs; answers its id. */
async function runningOf({ people, client }: Ground, investor: Visitor): Promise<string> {
  const { plans, wallets } = (await investor.get('/api/histories')).body
  const { id: plan_id } = plans.find(({ name }: { name: string }) => name === 'Steady')
  await investor.must('/api/save-investment', { plan_id, wallet_id: wallets[0].id, amount: '150', duration: 7 })
  const { rows } = await client.query('SELECT id FROM investment WHERE user_id = $1 ORDER BY id DESC LIMIT 1', [
    investor.id,
  ])
  await people.owner.visitor.must(`/api/approve-investment/${rows[0].id}`, {})
  return rows[0].id
}

/** A quote is one investor's, of one investment, for five minutes and once. */
async function quotes(ground: Ground): Promise<void> {
  const { house } = ground
  const [mine, theirs] = await Promise.all(
    ['left-early', 'left-by-others'].map(async (name) => {
      const visitor = house.visitor()
      await visitor.join(name)
      return visitor
    }),
  )
  if (mine === undefined || theirs === undefined) return
  const [one, another, other] = [
    await runningOf(ground, mine),
    await runningOf(ground, mine),
    await runningOf(ground, theirs),
  ]
  const quoteOf = async (id: string): Promise<string> => (await mine.must(`/api/quote-exit/${id}`)).quote.id
  const leave = (by: Visitor, id: string, quote_id: unknown) => by.post(`/api/exit-investment/${id}`, { quote_id })
  const quote = await quoteOf(one)
  await mustRefuse(ground, 'a quote of somebody else’s investment', mine.post(`/api/quote-exit/${other}`))
  await mustRefuse(ground, 'somebody else’s investment', leave(mine, other, quote))
  await mustRefuse(ground, 'an investment by somebody else, with its quote', leave(theirs, one, quote))
  await mustRefuse(ground, 'one’s own by somebody else’s quote', leave(theirs, other, quote))
  await mustRefuse(ground, 'another of one’s own by this quote', leave(mine, another, quote))
  for (const wrong of [randomUUID(), one, '', null, [quote], { $ne: null }])
    await mustRefuse(ground, `no quote: ${JSON.stringify(wrong)}`, leave(mine, one, wrong))
  await house.clock.move(5 * MINUTE)
  await mustRefuse(ground, 'a quote of five minutes ago', leave(mine, one, quote))
  const fresh = await quoteOf(one)
  await once(ground, 'leaving by a quote', () => leave(mine, one, fresh))
  await mustRefuse(ground, 'leaving again', leave(mine, one, fresh))
  await mustRefuse(ground, 'an end of what is over', mine.post(`/api/set-at-end/${one}`, { at_end: 'reinvest all' }))
}

/** What an investment does at its end is its owner's to say, in three words; left and edited at once, one of them wins. */
async function endings(ground: Ground): Promise<void> {
  const { house, people, client } = ground
  const mine = house.visitor()
  await mine.join('ends-at-once')
  const id = await runningOf(ground, mine)
  const choose = (by: Visitor, at_end: unknown) => by.post(`/api/set-at-end/${id}`, { at_end })
  await mustRefuse(ground, 'the end of somebody else’s', choose(people.investor.visitor, 'reinvest all'))
  await mustRefuse(ground, 'the end by an owner', choose(people.owner.visitor, 'reinvest all'))
  for (const wrong of ['', 'to me', null, ['to wallet']])
    await mustRefuse(ground, `an end of no kind: ${JSON.stringify(wrong)}`, choose(mine, wrong))
  const { quote } = await mine.must(`/api/quote-exit/${id}`)
  const { rows } = await client.query('SELECT created_at, version FROM investment WHERE id = $1', [id])
  const edit = { amount: '150', date: rows[0].created_at.toISOString(), status: 'declined', version: rows[0].version }
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE / 2 }, () => [
      mine.post(`/api/exit-investment/${id}`, { quote_id: quote.id }),
      people.owner.visitor.post(`/api/update-investment/${id}`, { ...edit, reason: 'A race' }),
    ]).flat(),
  )
  expectOne(ground, 'leaving and editing at once', answers)
}

/** What is assumed is a calculation: it is an administrator's, and takes numbers that are numbers. */
async function assumptions(ground: Ground): Promise<void> {
  const { reviewer, investor, support } = ground.people
  const assumed = { name: 'What if', new_investments: null, withdrawn: '20', run: null, returns: '100' }
  const save = (by: Visitor, wrong: object) => by.post('/api/save-what-if', { ...assumed, ...wrong })
  await mustRefuse(ground, 'what if by an investor', save(investor.visitor, {}))
  await mustRefuse(ground, 'what if by support', save(support.visitor, {}))
  for (const wrong of [
    ...[{ withdrawn: '101' }, { withdrawn: '-1' }, { returns: '-5' }, { returns: '1e9' }, { name: '' }],
    ...[{ run: { day: '1999-01-01', share: '40' } }, { run: { day: '2026-02-30', share: '40' } }],
    { new_investments: { plan_id: randomUUID(), count: -1, amount: '-5', duration: 7, daily_roi: '1' } },
  ])
    await mustRefuse(ground, `what if with ${JSON.stringify(wrong)}`, save(reviewer.visitor, wrong))
  for (const path of ['what-ifs', 'dues', 'backing'])
    await mustRefuse(ground, `${path} by an investor`, investor.visitor.get(`/api/admin/${path}`))
}

/** The reserve in, out, and how promises are backed, a hundred at once by two owners; the books are looked at afterwards. */
async function allAtOnce(ground: Ground): Promise<void> {
  const { owner, 'second owner': second } = ground.people
  const { rows } = await ground.client.query('SELECT id FROM wallet ORDER BY id LIMIT 1')
  const funds = { wallet_id: rows[0].id, amount: '20000', direction: 'in', account: 'capital', reason: 'To set apart' }
  await mustBoth(owner.visitor, second.visitor, '/api/record-funds', funds)
  const presses = Array.from({ length: AT_ONCE }, (_, n) => {
    const by = (n % 2 === 0 ? owner : second).visitor
    if (n % 5 === 0)
      return by.post('/api/set-backing', { backing: n % 3 === 0 ? 'strict' : 'disclosed', reason: 'A race' })
    return by.post('/api/move-to-reserve', { amount: '25', direction: n % 3 === 0 ? 'out' : 'in', reason: 'A race' })
  })
  for (const { status, body } of await Promise.all(presses)) {
    ground.report.count(promises.name, status, isPast(status))
    if (status >= 500)
      ground.report.find({
        ...{ kind: promises.name, what: 'answered as a fault of the server' },
        request: `the reserve a hundred times at once → ${status} ${JSON.stringify(body)}`,
      })
  }
  // whoever comes later invests as before
  await ground.client.query(`UPDATE backing SET mode = 'disclosed', disclosed_from = NULL`)
}

async function once(ground: Ground, what: string, send: () => Promise<Answer>): Promise<void> {
  expectOne(ground, what, await Promise.all(Array.from({ length: AT_ONCE }, send)))
}

/** Of all of these one may be done, and it has to be. */
function expectOne({ report }: Ground, what: string, answers: readonly Answer[]): void {
  for (const { status } of answers) report.count(promises.name, status, isPast(status))
  const done = answers.filter(({ status }) => status < 300).length
  const failed = answers.find(({ status }) => status >= 500)
  if (done !== 1) report.find({ kind: promises.name, what: `was done ${done} times, and not once`, request: what })
  if (failed !== undefined)
    report.find({
      ...{ kind: promises.name, what: 'answered as a fault of the server' },
      request: `${what} → ${JSON.stringify(failed.body)}`,
    })
}
