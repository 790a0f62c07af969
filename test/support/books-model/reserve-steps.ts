/** What owners do with the reserve: move their own money into it and out, and choose how far promises are backed. */
import { toWire } from './amounts.ts'
import { always, administrator, nearby, someAmount, type Step } from './plan.ts'
import { balanceOf, YIELD } from './books.ts'
import { allSpoken, isStrict, mayLeave, moveReserve, ownMoney, uncovered } from './reserve.ts'
import { heldUp, LIMIT, refused } from './two-people.ts'
import { HOUR, type Judgement, type Refusal, type World } from './world.ts'

const notOwner: Refusal = { status: 403, why: 'only an owner does that' }
const NOTICE = 72 * HOUR

const move: Step = (scene) => {
  const { world, chance } = scene
  const by = administrator(scene)
  const goesIn = chance.percent(65)
  const most = goesIn ? ownMoney(world) : mayLeave(world)
  const amount = chance.percent(60) ? someAmount(chance) : nearby(chance, most > 0n ? most : 0n)
  const why = goesIn ? 'more than is free' : 'more than is spoken for by nobody'
  return {
    ...{ by, path: '/api/move-to-reserve' },
    body: { amount: toWire(amount), direction: goesIn ? 'in' : 'out', reason: 'For promises.' },
    judgement: {
      refusals: refused(
        by.role === 'owner' ? undefined : notOwner,
        amount > most ? { status: 422, why, field: 'amount' } : undefined,
      ),
      counts: 0n,
      apply: () => moveReserve(world, goesIn ? amount : -amount),
    },
  }
}

function judgeBacking(world: World, mode: 'disclosed' | 'strict'): Judgement {
  const { chosen, until } = world.backing
  const [now, ends] = [isStrict(world), isStrict(world) && mode === 'disclosed']
  const kept = now === (mode === 'strict') && (!now || until === undefined)
  const open = uncovered(world).reduce((sum, { missing }) => sum + missing, 0n)
  const lacks = !now && mode === 'strict' && (open > 0n || allSpoken(world) > balanceOf(world, YIELD))
  return {
    refusals: refused(
      (kept && chosen) || (ends && until !== undefined) ? { status: 409, why: 'it is chosen already' } : undefined,
      lacks ? { status: 409, why: 'not all that runs and waits is set apart' } : undefined,
      ends ? heldUp(world, 'reserve') : undefined,
    ),
    // Investors have relied on it, so it takes two, whatever it moves.
    counts: ends ? LIMIT + 1n : 0n,
    apply() {
      world.backing = ends
        ? { mode: 'strict', until: world.now + NOTICE, chosen: true }
        : { mode, until: undefined, chosen: true }
    },
  }
}

const setBacking: Step = (scene) => {
  const { world, chance } = scene
  const by = administrator(scene)
  const backing = chance.percent(35) ? 'strict' : 'disclosed'
  const again = () => judgeBacking(world, backing)
  return {
    ...{ by, path: '/api/set-backing', body: { backing, reason: 'As decided.' } },
    judgement: by.role === 'owner' ? again() : always(notOwner),
    waits: { subject: 'reserve', again },
  }
}

export const RESERVE_STEPS: readonly (readonly [number, Step])[] = [
  [5, move],
  [2, setBacking],
]
