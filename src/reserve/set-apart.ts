import { Refusal } from '#kit/refusal.ts'
import { credit, debit, type Entry } from '#ledger/post.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { toTheCentAbove } from '#money/to-the-cent-above.ts'
import { showUsd } from '#money/show.ts'
import type { Backing } from './rules.ts'

/** What one promise has of the reserve, micro-dollars: what was set apart for it, and what of the promise was posted. */
type Promised = { setApart: MicroUsd; posted: MicroUsd; isOpen: boolean }

/** Of what was set apart for a promise: what has been posted of it, and what is still committed; micro-dollars. */
export function partsOfPromise({ setApart, posted, isOpen }: Promised): { kept: MicroUsd; committed: MicroUsd } {
  const kept = lesser(setApart, posted)
  return { kept, committed: isOpen ? microUsd(setApart - kept) : ZERO }
}

/**
 * What the books must hold for a promise of which something is set apart (decision 91), from nothing. It never moves what
 * anybody is owed: these three accounts come to zero.
 */
export function backingEntries(promised: Promised): Entry[] {
  const { kept, committed } = partsOfPromise(promised)
  return [
    debit('reserve/yield', microUsd(kept + committed)),
    credit('reserve/committed', committed),
    credit('equity/set-apart', kept),
  ]
}

/** What of the reserve may still be set apart for promises, to whoever decides on one. */
export type Reserve = {
  backing: Backing
  /** micro-dollars; less with each promise that something is taken for */
  free: MicroUsd
}

/** For whoever makes no new promise: what was set apart stays, or becomes less. */
export function nothingFree(): Reserve {
  return { backing: 'disclosed', free: ZERO }
}

/** `strict` would promise more than the reserve covers. 409; the sentence names what is missing. */
export class NotCovered extends Refusal {
  readonly missing: MicroUsd
  /** nothing at all could be promised */
  readonly none: boolean

  constructor(missing: MicroUsd, none: boolean) {
    super(
      'wrong state',
      `This promises ${showUsd(toTheCentAbove(missing))} more than is set apart. Bring that much into the reserve first.`,
    )
    this.name = 'NotCovered'
    this.missing = missing
    this.none = none
  }
}

/**
 * Sets apart for a promise, out of the reserve and of what it has already (`had`): all of it, or in `disclosed` as much as
 * there is. Answers what is set apart for it then, micro-dollars; what it has beyond the promise goes back to the reserve.
 * Throws `NotCovered` in `strict`.
 */
export function setApartFor(reserve: Reserve, promise: MicroUsd, had: MicroUsd): MicroUsd {
  const most = microUsd(reserve.free + had)
  if (reserve.backing === 'strict' && promise > had && promise > most)
    throw new NotCovered(microUsd(promise - most), most === ZERO)
  const setApart = promise > had ? lesser(promise, larger(most, had)) : promise
  reserve.free = microUsd(reserve.free + had - setApart)
  return setApart
}

/**
 * Of what has been posted for a promise after a change, what has to be set apart: what was (`had`), and what was posted more
 * than before. Micro-dollars.
 */
export function newlyPosted(before: MicroUsd, after: MicroUsd, had: MicroUsd): MicroUsd {
  return lesser(after, microUsd(had + (after > before ? after - before : 0n)))
}

export function lesser(a: MicroUsd, b: MicroUsd): MicroUsd {
  return a < b ? a : b
}

function larger(a: MicroUsd, b: MicroUsd): MicroUsd {
  return a > b ? a : b
}
