import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { completeDemoMark, hasUsers, insertDemoMark, selectDemoMark } from './store.ts'

/** How far the demo in this database has come. */
export type DemoState = 'none' | 'broken off' | 'complete'

export async function demoState(tx: Tx): Promise<DemoState> {
  const mark = await selectDemoMark(tx)
  if (mark === undefined) return 'none'
  return mark.completed_at === null ? 'broken off' : 'complete'
}

/** Marks an empty database as the demo's. Throws a sentence where it holds anything else. */
export async function beginDemo(tx: Tx, clock: Clock): Promise<void> {
  if (await hasUsers(tx))
    throw new Error('this database holds something else than the demo. Give the demo an empty one.')
  await insertDemoMark(tx, clock.now())
}

export async function completeDemo(tx: Tx, clock: Clock): Promise<void> {
  await completeDemoMark(tx, clock.now())
}

/** Throws a sentence where a house and its database are not both the demo's, or both not. */
export async function refuseMixture(tx: Tx, demo: boolean): Promise<void> {
  const state = await demoState(tx)
  if (state !== 'none' && !demo) throw new Error('this database holds the demo. Start it with npm run demo.')
  if (state === 'none' && demo) throw new Error('this database does not hold the demo.')
}
