import { fromWire, microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { toTheCentAbove } from '#money/to-the-cent-above.ts'
import { dollars, showUsd } from '#money/show.ts'
import * as text from '#texts/books.ts'
import type { BackingNow } from '#desk/calls.ts'

type ReserveNow = Omit<BackingNow, 'status' | 'disclosed_from' | 'chosen_at'>

/**
 * The reserve in figures, those of `/books` by the names that they have there. Where not all that is set apart and not promised
 * is free, its parts follow it.
 */
export function reserveFigures(reserve: ReserveNow, notSetApart: string): { term: string; value: string }[] {
  const { backing, yield: apart, free, held, committed, needed_for_strict, own } = reserve
  return [
    ...(apart === free
      ? []
      : [
          { term: text.free, value: dollars(apart) },
          { term: 'Of it, held for investments not approved yet', value: dollars(held) },
        ]),
    { term: apart === free ? 'Free for promises' : 'Of it, free for promises', value: dollars(free) },
    { term: text.committed, value: dollars(committed) },
    { term: text.notSetApart, value: dollars(notSetApart) },
    ...(backing === 'disclosed'
      ? [{ term: 'Needed for strict', value: showUsd(toTheCentAbove(fromWire(needed_for_strict))) }]
      : []),
    { term: 'Own and free', value: dollars(own) },
  ]
}

type Movable = Pick<ReserveNow, 'backing' | 'yield' | 'held' | 'own'>

/** What of the reserve can be freed again, micro-dollars: not what is held. */
export function mostFreed({ yield: apart, held }: Pick<Movable, 'yield' | 'held'>): MicroUsd {
  return microUsd(fromWire(apart) - fromWire(held))
}

/** What is free for promises once so much more is set apart, or freed where it is below zero; micro-dollars. */
export function freeAfter(reserve: Movable, moved: MicroUsd): MicroUsd {
  const isShort = reserve.backing === 'strict' && fromWire(reserve.own) - moved < ZERO
  return isShort ? ZERO : microUsd(mostFreed(reserve) + moved)
}
