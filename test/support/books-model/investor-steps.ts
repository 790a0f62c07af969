/** What investors do, mostly what they may. */
import { toWire } from './amounts.ts'
import { balanceOf, shareOf } from './books.ts'
import { judgeCancel, judgeReinvest, judgeVerify } from './investments.ts'
import { always, BAD_AMOUNTS, nearby, NOBODYS, someAmount, type Planned, type Scene, type Step } from './plan.ts'
import { promiseOf, reserveFor, setApart } from './reserve.ts'
import { judgeDecision, judgeWithdraw } from './withdrawals.ts'
import { refused } from './two-people.ts'
import { own, type Investment, type Person, type Plan, type Refusal, type Wallet } from './world.ts'

const notFound: Refusal = { status: 404, why: 'it is not theirs' }

/** A new record of the model, as it is when it is made. */
async function addInvestment(
  scene: Scene,
  made: Pick<Investment, 'of' | 'plan' | 'wallet' | 'source' | 'duration' | 'amount'>,
  tranx?: string,
): Promise<void> {
  const { world } = scene
  const { investments } = await scene.get(made.of, '/api/histories')
  const isNew = (item: { id: string; tranx_id: string }) =>
    tranx === undefined ? world.investments.every(({ id }) => id !== item.id) : item.tranx_id === tranx
  const [item, another] = investments.filter(isNew)
  if (item === undefined || another !== undefined) throw new Error('what was made is not in the histories, once')
  const runsAtOnce = made.source !== 'payment'
  const promise = promiseOf({ ...made, rate: made.plan.rate })
  world.investments.push({
    ...{ kind: 'investment', id: item.id, tranx: item.tranx_id, ...made, typed: made.amount },
    ...{ rate: made.plan.rate, bonus: made.plan.bonus, created: world.now, expires: Date.parse(item.expires_at ?? '') },
    ...{ status: runsAtOnce ? 'approved' : 'pending', began: runsAtOnce ? world.now : undefined },
    ...{ ended: undefined, received: 0n, refunded: 0n, drawsOn: undefined },
    ...{ reinvested: false, reason: undefined, approvers: new Set(), decliners: new Set(), changes: 0 },
    ...{ early: made.plan.early, atEnd: 'to wallet', left: undefined },
    setApart: runsAtOnce ? (setApart(reserveFor(world), promise, 0n) ?? 0n) : 0n,
  })
}

type Asked = {
  of: Person
  plan: Plan
  wallet: Wallet
  amount: bigint
  duration: number
  source: 'payment' | 'bonus'
}

function judgeSave(world: Scene['world'], asked: Asked) {
  const { of, plan, wallet, amount, duration, source } = asked
  const bonus = source === 'bonus' ? balanceOf(world, own(of, 'bonus')) : amount
  return always(
    ...refused(
      plan.available ? undefined : { status: 422, why: 'the plan is not offered', field: 'plan_id' },
      wallet.available ? undefined : { status: 422, why: 'the wallet is not offered', field: 'wallet_id' },
      amount < plan.least || amount > plan.most ? { status: 422, why: 'outside the plan', field: 'amount' } : undefined,
      plan.durations.includes(duration) ? undefined : { status: 422, why: 'not one of the plan', field: 'duration' },
      bonus < amount ? { status: 422, why: 'more than the bonus', field: 'amount' } : undefined,
      source === 'payment' && awaitingPayment(world, of) >= MOST_WAITING
        ? { status: 409, why: 'too many of theirs wait' }
        : undefined,
      ...unheld(world, asked),
    ),
  )
}

/** In strict nothing is promised that is not set apart, and nobody speaks for more than three at once. */
function unheld(world: Scene['world'], { of, plan, amount, duration, source }: Asked): (Refusal | undefined)[] {
  const seen = reserveFor(world)
  const bonus = source === 'payment' && of.inviter !== undefined ? shareOf(amount, plan.bonus) : 0n
  const promise = promiseOf({ amount, rate: plan.rate, duration }) + bonus
  return [
    setApart({ ...seen }, promise, 0n) === undefined
      ? { status: 422, why: 'it is not set apart', field: 'amount' }
      : undefined,
    seen.strict && source === 'payment' && awaitingPayment(world, of) >= MOST_HELD
      ? { status: 409, why: 'three of theirs hold something' }
      : undefined,
  ]
}
const MOST_HELD = 3

/** Investments of one person that may wait for money from outside. */
const MOST_WAITING = 100

function awaitingPayment({ investments }: Scene['world'], of: Person): number {
  const waits = ({ source, status }: Investment) =>
    source === 'payment' && (status === 'pending' || status === 'waiting approval')
  return investments.filter((investment) => investment.of === of && waits(investment)).length
}

/** A payment wallet, now and then one that is not offered. */
const someWallet = ({ world, chance }: Scene) =>
  chance.pick(world.wallets.filter(({ available }) => available || chance.percent(8)))

const save: Step = (scene) => {
  const { world, chance } = scene
  const [of, plan, wallet] = [chance.pick(world.people), chance.pick(world.plans), someWallet(scene)]
  if (of === undefined || plan === undefined || wallet === undefined) return undefined
  const bonus = balanceOf(world, own(of, 'bonus'))
  const source = chance.percent(bonus > 0n ? 40 : 4) ? 'bonus' : 'payment'
  const amount = source === 'bonus' && bonus > 0n ? nearby(chance, bonus) : someAmount(chance)
  const duration = chance.percent(3) ? 5 : (chance.pick(plan.durations) ?? 7)
  const judgement = judgeSave(world, { of, plan, wallet, amount, duration, source })
  return {
    by: of,
    path: '/api/save-investment',
    body: { plan_id: plan.id, wallet_id: wallet.id, amount: toWire(amount), duration, source },
    judgement,
    found: (answer) =>
      addInvestment(
        scene,
        { of, plan, wallet, source, duration, amount },
        new URLSearchParams(String(answer.body.r_url)).get('tranx_id') ?? '',
      ),
  }
}

const verify: Step = ({ world, chance }) => {
  const investment = chance.percent(70)
    ? chance.pick(world.investments.filter(({ status }) => status === 'pending'))
    : chance.pick(world.investments)
  if (investment === undefined) return undefined
  const by = chance.percent(90) ? investment.of : chance.pick(world.people)
  if (by === undefined) return undefined
  const isOwnPayment = by === investment.of && investment.source === 'payment'
  const judgement = isOwnPayment ? judgeVerify(world, investment) : always(notFound)
  return { by, path: `/api/verify-investment/${investment.tranx}`, judgement }
}

const giveUp: Step = ({ world, chance }) => {
  const unpaid = world.investments.filter(({ source, status }) => source === 'payment' && status === 'pending')
  const investment = chance.percent(60) ? chance.pick(unpaid) : chance.pick(world.investments)
  if (investment === undefined) return undefined
  const by = chance.percent(85) ? investment.of : chance.pick(world.people)
  if (by === undefined) return undefined
  const judgement = by === investment.of ? judgeCancel(world, investment) : always(notFound)
  return { by, path: `/api/cancel-investment/${investment.id}`, judgement }
}

const reinvest: Step = (scene) => {
  const { world, chance } = scene
  const ready = world.investments.filter(({ status, reinvested }) => status === 'completed' && !reinvested)
  const investment = chance.percent(85) ? chance.pick(ready) : chance.pick(world.investments)
  if (investment === undefined) return undefined
  const by = chance.percent(95) ? investment.of : chance.pick(world.people)
  if (by === undefined) return undefined
  const { plan, wallet, duration, amount } = investment
  return {
    by,
    path: `/api/reinvest-investment/${investment.id}`,
    judgement: by === investment.of ? judgeReinvest(world, investment) : always(notFound),
    found: () => addInvestment(scene, { of: by, plan, wallet, duration, amount, source: 'reinvest' }),
  }
}

const withdraw: Step = (scene) => {
  const { world, chance } = scene
  const of = chance.pick(world.people)
  const wallet = someWallet(scene)
  if (of === undefined || wallet === undefined) return undefined
  const source = chance.percent(65) ? 'investment' : 'referral'
  const balance = balanceOf(world, own(of, source === 'investment' ? 'earnings' : 'referral'))
  if (balance < 10_000n && chance.percent(80)) return undefined
  const amount = nearby(chance, balance)
  const address = chance.weighted([
    [30, wallet.theirs],
    [1, wallet.ours],
    [1, `${wallet.theirs.slice(0, -1)}q`],
  ])
  return {
    by: of,
    path: '/api/withdraw',
    body: { amount: toWire(amount), source, wallet_name: wallet.name, wallet_address: address },
    judgement: judgeWithdraw(world, { of, wallet, source, amount, address }),
    async found() {
      const { withdrawals } = await scene.get(of, '/api/histories')
      const unknown = withdrawals.filter((item: { id: string }) => world.withdrawals.every(({ id }) => id !== item.id))
      if (unknown.length !== 1) throw new Error(`${unknown.length} withdrawals were made instead of one`)
      world.withdrawals.push({
        ...{ kind: 'withdrawal', id: unknown[0].id, of, wallet, source, typed: amount, amount, status: 'pending' },
        ...{ created: world.now, txid: undefined, approvers: new Set(), changes: 0 },
      })
    },
  }
}

const cancel: Step = ({ world, chance }) => {
  const pending = world.withdrawals.filter(({ status }) => status === 'pending')
  const withdrawal = chance.percent(60) ? chance.pick(pending) : chance.pick(world.withdrawals)
  if (withdrawal === undefined) return undefined
  const by = chance.percent(85) ? withdrawal.of : chance.pick(world.people)
  if (by === undefined) return undefined
  const judgement = by === withdrawal.of ? judgeDecision(world, 'investor', withdrawal, 'declined') : always(notFound)
  return { by, path: `/api/cancel-withdrawal/${withdrawal.id}`, judgement }
}

/** Calls that are wrong whatever the state is. */
const nonsense: Step = ({ world, chance }) => {
  const by = chance.pick(world.people)
  const plan = chance.pick(world.plans.filter(({ available }) => available))
  const wallet = chance.pick(world.wallets.filter(({ available }) => available))
  const theirs = chance.pick(world.investments)
  if (by === undefined || plan === undefined || wallet === undefined) return undefined
  const amount = chance.pick(BAD_AMOUNTS)
  const bad = always({ status: 422, why: 'a bad amount', field: 'amount' })
  const invest = { plan_id: plan.id, wallet_id: wallet.id, duration: plan.durations[0] }
  const payOut = { source: 'investment', wallet_name: wallet.name, wallet_address: wallet.theirs }
  const calls: Planned[] = [
    { by, path: '/api/save-investment', body: { ...invest, amount }, judgement: bad },
    { by, path: '/api/withdraw', body: { ...payOut, amount }, judgement: bad },
    {
      ...{ by, path: '/api/save-investment', body: { ...invest, amount: toWire(plan.least), tip: '1' } },
      judgement: always({ status: 422, why: 'an unknown field' }),
    },
    { by, path: `/api/verify-investment/${NOBODYS}`, judgement: always(notFound) },
    { by, path: `/api/cancel-investment/${NOBODYS}`, judgement: always(notFound) },
    { by, path: `/api/reinvest-investment/${NOBODYS}`, judgement: always(notFound) },
    { by, path: `/api/cancel-withdrawal/${NOBODYS}`, judgement: always(notFound) },
  ]
  if (by.role === undefined && theirs !== undefined) {
    const forbidden = always({ status: 403, why: 'they are no administrator' })
    calls.push(
      { by, path: `/api/approve-investment/${theirs.id}`, judgement: forbidden },
      { by, path: `/api/topup-user/${by.visitor.id}`, body: { amount: '5' }, judgement: forbidden },
    )
  }
  return chance.pick(calls)
}

export const INVESTOR_STEPS: readonly (readonly [number, Step])[] = [
  [18, save],
  [10, verify],
  [2, giveUp],
  [6, reinvest],
  [12, withdraw],
  [4, cancel],
  [4, nonsense],
]
