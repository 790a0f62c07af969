import type { Tx } from '#kit/database.ts'
import { selectDeliveries } from './store.ts'

/** When somebody was told, or whether they may yet be. */
export type WhenTold = Date | 'may yet' | 'never'
type Delivery = Awaited<ReturnType<typeof selectDeliveries>>[number]

/**
 * When the first of some messages about one thing has reached somebody, as far as we hear: a mail server or a gateway has
 * taken it. `may yet` while none has and one is still tried, `never` where none will be. What was saved to a file has
 * reached nobody, unless all of them were: then files are how this house delivers.
 */
export async function whenTold(tx: Tx, ids: readonly string[]): Promise<WhenTold> {
  return toldBy(await selectDeliveries(tx, ids))
}

/** The same of several things at once, in their order. */
export async function whenEachTold(tx: Tx, things: readonly (readonly string[])[]): Promise<WhenTold[]> {
  const messages = await selectDeliveries(tx, things.flat())
  return things.map((ids) => toldBy(messages.filter(({ id }) => ids.includes(id))))
}

function toldBy(messages: readonly Delivery[]): WhenTold {
  const inFiles = messages.every(({ to_file }) => to_file)
  const times = messages.flatMap(({ delivered_at, to_file }) =>
    delivered_at !== null && (inFiles || !to_file) ? [delivered_at.getTime()] : [],
  )
  if (times.length > 0) return new Date(Math.min(...times))
  return messages.some(({ delivered_at, given_up_at }) => delivered_at === null && given_up_at === null)
    ? 'may yet'
    : 'never'
}
