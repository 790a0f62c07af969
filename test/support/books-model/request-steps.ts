/** What is done about changes that wait for a second administrator. */
import { always, type Step } from './plan.ts'
import { endRequest, judgeAgreeing } from './two-people.ts'
import type { Judgement, Waiting, World } from './world.ts'

function judgeEnding(world: World, waiting: Waiting, may: boolean): Judgement {
  return {
    refusals: may ? [] : [{ status: 403, why: 'it is for the other administrator to do' }],
    counts: 0n,
    apply() {
      endRequest(world, waiting)
    },
  }
}

const agree: Step = ({ world, chance }) => {
  const waiting = chance.pick(world.waiting)
  if (waiting === undefined) return undefined
  const others = world.administrators.filter((one) => one !== waiting.requester)
  const by = chance.pick(chance.percent(90) ? others : world.administrators)
  return by && { by, path: `/api/agree-approval/${waiting.id}`, judgement: judgeAgreeing(world, waiting, by) }
}

const refuse: Step = ({ world, chance }) => {
  const waiting = chance.pick(world.waiting)
  const by = chance.pick(world.administrators)
  if (waiting === undefined || by === undefined) return undefined
  const may = by !== waiting.requester && !waiting.concerns.includes(by)
  return {
    ...{ by, path: `/api/refuse-approval/${waiting.id}`, body: { reason: 'Not like this.' } },
    judgement: judgeEnding(world, waiting, may),
  }
}

const withdraw: Step = ({ world, chance }) => {
  const waiting = chance.pick(world.waiting)
  const by = chance.pick(world.administrators)
  if (waiting === undefined || by === undefined) return undefined
  return {
    ...{ by, path: `/api/withdraw-approval/${waiting.id}` },
    judgement: judgeEnding(world, waiting, by === waiting.requester),
  }
}

/** What is over is agreed to no more. */
const agreeLate: Step = ({ world, chance }) => {
  const over = chance.pick(world.over)
  const by = over && world.administrators.find((one) => one !== over.requester)
  if (over === undefined || by === undefined) return undefined
  return {
    ...{ by, path: `/api/agree-approval/${over.id}` },
    judgement: always({ status: 409, why: 'it is over' }),
  }
}

export const REQUEST_STEPS: readonly (readonly [number, Step])[] = [
  [10, agree],
  [2, refuse],
  [2, withdraw],
  [1, agreeLate],
]
