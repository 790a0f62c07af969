/** What administrators decide and correct. */
import { toWire, USD } from './amounts.ts'
import { balanceOf, heldFor } from './books.ts'
import { changesNothing, judgeApprove, judgeDecline, judgeEdit, type Edit } from './investments.ts'
import { judgeAdjusting, judgeFunds } from './adjustments.ts'
import {
  administrator,
  always,
  BAD_AMOUNTS,
  nearby,
  NOBODYS,
  someAmount,
  someDate,
  type Planned,
  type Step,
} from './plan.ts'
import { inviterConcerned, judgeReferral } from './referrals.ts'
import { heldUp, LIMIT, refused } from './two-people.ts'
import { isOpen, own, type Investment, type Person, type Status, type World } from './world.ts'

const STATUSES: readonly Status[] = ['pending', 'waiting approval', 'approved', 'completed', 'declined']

const approve: Step = (scene) => {
  const { world, chance } = scene
  const open = world.investments.filter(({ status }) => isOpen(status))
  const investment = chance.percent(90) ? chance.pick(open) : chance.pick(world.investments)
  if (investment === undefined) return undefined
  const by = administrator(scene, investment.of)
  return {
    by,
    path: `/api/approve-investment/${investment.id}`,
    body: {},
    judgement: judgeApprove(world, by, investment),
    waits: {
      ...{ subject: investment.id, record: investment },
      concerns: [investment.of, bonusConcerns(world, investment, 'approved')],
      again: (second) => judgeApprove(world, second, investment),
    },
  }
}

/** Whose bonus would move with an investment in another state. */
function bonusConcerns(world: World, investment: Investment, status: Status, amount = investment.amount) {
  return inviterConcerned(world, investment, { ...investment, status, amount })
}

/** Approving with money that is held for a declined investment of the same investor at the same wallet. */
const approveHeld: Step = (scene) => {
  const { world, chance } = scene
  const pairs = world.investments
    .filter(({ status, received, source }) => isOpen(status) && received === 0n && source === 'payment')
    .flatMap((investment) =>
      world.investments
        .filter(({ of, wallet, status }) => of === investment.of && wallet === investment.wallet && !isOpen(status))
        .filter((other) => heldFor(world, other) > 0n)
        .map((other) => ({ investment, other })),
    )
  const enough = pairs.filter(({ investment, other }) => heldFor(world, other) >= investment.amount)
  const pair = chance.pick(enough.length > 0 && chance.percent(80) ? enough : pairs)
  if (pair === undefined) return undefined
  const { investment, other } = pair
  const by = administrator(scene, investment.of)
  return {
    ...{ by, path: `/api/approve-investment/${investment.id}`, body: { from_suspense: other.id } },
    judgement: judgeApprove(world, by, investment, other),
    waits: {
      ...{ subject: investment.id, record: investment },
      concerns: [investment.of, bonusConcerns(world, investment, 'approved')],
      again: (second) => judgeApprove(world, second, investment, other),
    },
  }
}

const decline: Step = (scene) => {
  const { world, chance } = scene
  const open = world.investments.filter(({ status }) => isOpen(status))
  const investment = chance.percent(90) ? chance.pick(open) : chance.pick(world.investments)
  if (investment === undefined) return undefined
  const by = administrator(scene, investment.of)
  const received =
    chance.percent(70) && investment.source === 'payment' ? nearby(chance, investment.amount + 20n * USD) : 0n
  return {
    ...{ by, path: `/api/decline-investment/${investment.id}` },
    body: { reason: 'Not as agreed.', ...(received > 0n ? { received: toWire(received) } : {}) },
    judgement: judgeDecline(world, by, investment, received),
    waits: {
      ...{ subject: investment.id, record: investment, concerns: [investment.of] },
      again: (second) => judgeDecline(world, second, investment, received),
    },
  }
}

const editInvestment: Step = (scene) => {
  const { world, chance } = scene
  const investment = chance.pick(world.investments)
  if (investment === undefined) return undefined
  const by = administrator(scene, investment.of)
  const edit: Edit = {
    amount: chance.percent(55)
      ? investment.amount
      : chance.percent(60)
        ? nearby(chance, investment.amount)
        : someAmount(chance),
    date: someDate(scene, investment),
    status: chance.percent(35) ? investment.status : (chance.pick(STATUSES) ?? 'pending'),
  }
  if (edit.status === 'declined' && changesNothing(investment, edit) && heldUp(world, investment.id)) return undefined
  return {
    ...{ by, path: `/api/update-investment/${investment.id}` },
    body: {
      amount: toWire(edit.amount),
      date: new Date(edit.date).toISOString(),
      status: edit.status,
      reason: 'A correction.',
    },
    judgement: judgeEdit(world, by, investment, edit),
    waits: {
      ...{ subject: investment.id, record: investment },
      concerns: [investment.of, bonusConcerns(world, investment, edit.status, edit.amount)],
      again: (second) => judgeEdit(world, second, investment, edit),
    },
  }
}

/** An edit that names a version which is not the record's: whoever made it has looked at something else. */
const staleEdit: Step = async (scene) => {
  const { world, chance } = scene
  const free = world.investments.filter(
    ({ id, of, reinvested }) =>
      !reinvested && of.role === undefined && world.waiting.every(({ subject }) => subject !== id),
  )
  const investment = chance.pick(free)
  if (investment === undefined) return undefined
  const by = administrator(scene)
  const { item } = await scene.get(by, `/api/admin/investments/${investment.id}`)
  const { status, amount, created } = investment
  const version = item.version > 0 && chance.percent(50) ? item.version - 1 : item.version + 1
  return {
    ...{ by, path: `/api/update-investment/${investment.id}` },
    body: { amount: toWire(amount), date: new Date(created).toISOString(), status, version },
    judgement: always({ status: 409, why: 'the version is another' }),
  }
}

const decideReferral: Step = (scene) => {
  const { world, chance } = scene
  const pending = world.referrals.filter(({ status }) => status === 'pending')
  const referral = chance.percent(85) ? chance.pick(pending) : chance.pick(world.referrals)
  if (referral === undefined) return undefined
  const by = administrator(scene, referral.inviter)
  const approves = chance.percent(80)
  return {
    ...{ by, path: `/api/${approves ? 'approve' : 'decline'}-referral/${referral.id}`, body: {} },
    judgement: judgeReferral(world, by, referral, approves),
    ...(approves && {
      waits: {
        ...{ subject: referral.id, record: referral, concerns: [referral.inviter, referral.investment.of] },
        again: (second: Person) => judgeReferral(world, second, referral, true),
      },
    }),
  }
}

const adjust: Step = (scene) => {
  const { world, chance } = scene
  const of = chance.pick(world.people)
  if (of === undefined) return undefined
  const by = administrator(scene, of)
  const account = chance.pick(['earnings', 'referral', 'bonus'] as const) ?? 'bonus'
  const up = chance.percent(60)
  const amount = up ? someAmount(chance) : nearby(chance, balanceOf(world, own(of, account)))
  const again = (second: Person) => judgeAdjusting(world, second, of, account, up ? amount : -amount)
  return {
    ...{ by, path: `/api/${up ? 'topup' : 'deduct'}-user/${of.visitor.id}` },
    body: { amount: toWire(amount), account, reason: 'As agreed.' },
    judgement: again(by),
    waits: { subject: `balance of ${of.name}`, concerns: [of], again },
  }
}

const recordFunds: Step = (scene) => {
  const { world, chance } = scene
  const wallet = chance.pick(world.wallets)
  if (wallet === undefined) return undefined
  const by = administrator(scene)
  const account = chance.pick(['capital', 'returns', 'fees', 'reserve', 'reserve'] as const) ?? 'capital'
  const toReserve = chance.percent(account === 'returns' ? 60 : 3)
  const goesIn = chance.percent(60)
  const amount = goesIn ? someAmount(chance) : nearby(chance, balanceOf(world, `custody/${wallet.id}`) / 3n)
  const again = () => judgeFunds(world, wallet, { account, amount: goesIn ? amount : -amount, toReserve })
  return {
    ...{ by, path: '/api/record-funds' },
    body: {
      ...{ wallet_id: wallet.id, amount: toWire(amount), direction: goesIn ? 'in' : 'out', account, reason: 'Ours.' },
      ...(toReserve && { to_reserve: true }),
    },
    judgement: by.role === 'owner' ? again() : always({ status: 403, why: 'only an owner records funds' }),
    waits: { subject: `funds of ${wallet.id}`, again },
  }
}

/** A plan is taken off what is offered, or put back; what was made of it keeps its terms. */
const offerPlan: Step = (scene) => {
  const { world, chance } = scene
  const plan = chance.pick(world.plans)
  if (plan === undefined) return undefined
  const available = !plan.available
  const subject = `plan ${plan.id}`
  // What is shown again is new to investors: it waits, whatever it moves.
  const again = () => ({
    ...{ refusals: refused(heldUp(world, subject)), counts: available ? LIMIT + 1n : 0n },
    apply() {
      plan.available = available
    },
  })
  return {
    ...{ by: administrator(scene), path: `/api/update-plan/${plan.id}`, body: { ...plan.fields, available } },
    ...{ judgement: again(), waits: { subject, again } },
  }
}

/** Calls of administrators that are wrong whatever the state is. */
const nonsense: Step = (scene) => {
  const { world, chance } = scene
  const by = administrator(scene)
  const of = chance.pick(world.people.filter(({ role }) => role === undefined))
  if (of === undefined) return undefined
  const amount = chance.pick(BAD_AMOUNTS)
  const bad = always({ status: 422, why: 'a bad amount', field: 'amount' })
  const nobody = always({ status: 404, why: 'there is no such record' })
  const edit = { amount: '5.00', date: new Date(world.now).toISOString(), status: 'pending' }
  const calls: Planned[] = [
    { by, path: `/api/topup-user/${of.visitor.id}`, body: { amount }, judgement: bad },
    { by, path: `/api/deduct-user/${of.visitor.id}`, body: { amount }, judgement: bad },
    { by, path: `/api/topup-user/${NOBODYS}`, body: { amount: '5' }, judgement: nobody },
    { by, path: `/api/approve-investment/${NOBODYS}`, body: {}, judgement: nobody },
    { by, path: `/api/update-investment/${NOBODYS}`, body: edit, judgement: nobody },
    { by, path: `/api/update-withdrawal/${NOBODYS}`, body: edit, judgement: nobody },
    { by, path: `/api/approve-referral/${NOBODYS}`, body: {}, judgement: nobody },
    { by, path: `/api/refund-suspense/${NOBODYS}`, body: { reason: 'None.' }, judgement: nobody },
    { by, path: `/api/agree-approval/${NOBODYS}`, judgement: nobody },
  ]
  return chance.pick(calls)
}

export const ADMINISTRATOR_STEPS: readonly (readonly [number, Step])[] = [
  [14, approve],
  [4, approveHeld],
  [5, decline],
  [14, editInvestment],
  [2, staleEdit],
  [7, decideReferral],
  [7, adjust],
  [6, recordFunds],
  [1, offerPlan],
  [2, nonsense],
]
