/** What administrators pay out: withdrawals, and money that is sent back. */
import { toWire } from './amounts.ts'
import { heldFor } from './books.ts'
import { changesNothing, judgeRefund } from './investments.ts'
import { administrator, nearby, someDate, type Planned, type Scene, type Step } from './plan.ts'
import { heldUp } from './two-people.ts'
import { judgeDecision, judgeWithdrawalEdit } from './withdrawals.ts'
import type { Status, Withdrawal } from './world.ts'

const PAYOUTS: readonly Status[] = ['pending', 'approved', 'completed', 'declined']

const refund: Step = (scene) => {
  const { world, chance } = scene
  const holding = world.investments.filter((one) => heldFor(world, one) > 0n)
  const investment = chance.percent(92) ? chance.pick(holding) : chance.pick(world.investments)
  if (investment === undefined) return undefined
  const by = administrator(scene, investment.of)
  const held = heldFor(world, investment)
  const amount = chance.percent(30) ? undefined : nearby(chance, held)
  const txid = chance.percent(60) ? someTxid(scene) : undefined
  const sent = { ...(amount === undefined ? {} : { amount }), ...(txid === undefined ? {} : { txid }) }
  return {
    ...{ by, path: `/api/refund-suspense/${investment.id}` },
    body: {
      ...(amount === undefined ? {} : { amount: toWire(amount) }),
      ...(txid === undefined ? {} : { txid }),
      reason: 'Sent back.',
    },
    judgement: judgeRefund(world, by, investment, sent),
    waits: {
      ...{ subject: investment.id, concerns: [investment.of], record: investment },
      // What is held by then may be another amount.
      again: (second) => judgeRefund(world, second, investment, { amount: held, ...sent }),
    },
  }
}

/** A transaction id: a new one, or one that was used, in letters of another size. */
function someTxid({ world, chance }: Scene): string {
  const used = [...world.refundTxids, ...world.withdrawals.map(({ txid }) => txid ?? '')].filter((txid) => txid !== '')
  const old = chance.percent(20) ? chance.pick(used) : undefined
  if (old !== undefined) return chance.percent(50) ? old.toUpperCase() : old
  return Array.from({ length: 64 }, () => '0123456789abcdef'[chance.below(16)]).join('')
}

const decideWithdrawal: Step = (scene) => {
  const { world, chance } = scene
  const pending = world.withdrawals.filter(({ status }) => status === 'pending')
  const withdrawal = chance.percent(85) ? chance.pick(pending) : chance.pick(world.withdrawals)
  if (withdrawal === undefined) return undefined
  const by = administrator(scene, withdrawal.of)
  const [verb, to] = chance.percent(70) ? (['approve', 'approved'] as const) : (['decline', 'declined'] as const)
  return {
    ...{ by, path: `/api/${verb}-withdrawal/${withdrawal.id}`, body: {} },
    judgement: judgeDecision(world, by, withdrawal, to),
  }
}

function withdrawalEdit(scene: Scene, withdrawal: Withdrawal, amount: bigint, date: number, status: Status): Planned {
  const { world } = scene
  const by = administrator(scene, withdrawal.of)
  const txid = status === 'completed' && scene.chance.percent(60) ? someTxid(scene) : undefined
  const edit = { amount, date, status, ...(txid === undefined ? {} : { txid }) }
  return {
    ...{ by, path: `/api/update-withdrawal/${withdrawal.id}` },
    body: { ...edit, amount: toWire(amount), date: new Date(date).toISOString(), reason: 'As agreed.' },
    judgement: judgeWithdrawalEdit(world, by, withdrawal, edit),
    waits: {
      ...{ subject: withdrawal.id, concerns: [withdrawal.of], record: withdrawal },
      again: (second) => judgeWithdrawalEdit(world, second, withdrawal, edit),
    },
  }
}

const payOut: Step = (scene) => {
  const ready = scene.world.withdrawals.filter(({ status }) => status === 'approved')
  const withdrawal = scene.chance.pick(ready)
  return withdrawal && withdrawalEdit(scene, withdrawal, withdrawal.amount, withdrawal.created, 'completed')
}

const editWithdrawal: Step = (scene) => {
  const { world, chance } = scene
  const withdrawal = chance.pick(world.withdrawals)
  if (withdrawal === undefined) return undefined
  const amount = chance.percent(50) ? withdrawal.amount : nearby(chance, withdrawal.amount)
  const edit = { amount, date: someDate(scene, withdrawal), status: chance.pick(PAYOUTS) ?? ('pending' as const) }
  if (edit.status === 'declined' && changesNothing(withdrawal, edit) && heldUp(world, withdrawal.id)) return undefined
  return withdrawalEdit(scene, withdrawal, edit.amount, edit.date, edit.status)
}

export const PAYOUT_STEPS: readonly (readonly [number, Step])[] = [
  [5, refund],
  [8, decideWithdrawal],
  [5, payOut],
  [7, editWithdrawal],
]
