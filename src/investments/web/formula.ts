import type { Investment } from '#investments/contract.ts'
import { earnedBy, earningSeconds } from '#investments/rules.ts'
import { fromWire, type MicroUsd } from '#money/micro-usd.ts'
import { termsOf } from './terms.ts'

export type Counted =
  | { kind: 'running' | 'ended'; seconds: number; earned: MicroUsd }
  /** It never began. */
  | { kind: 'nothing' }
  /** It was left early: what it kept is its early rate's, or what could not be taken back. */
  | { kind: 'left' }
  /** An edit changed its terms while it ran: no single formula gives what it earned. */
  | { kind: 'corrected' }

/** What goes into `principal × rate ÷ 86,400 × seconds` at a moment of the server's clock, and what comes out. */
export function countedAt(investment: Investment, now: number): Counted {
  const terms = termsOf(investment)
  if (terms.began_at === null) return { kind: 'nothing' }
  if (investment.left_early) return { kind: 'left' }
  const running = investment.status === 'approved'
  const until = running ? new Date(now) : stoppedAt(investment, now)
  const earned = earnedBy(terms, until)
  if (!running && earned !== fromWire(investment.earned)) return { kind: 'corrected' }
  return { kind: running ? 'running' : 'ended', seconds: earningSeconds(terms.began_at, terms.duration, until), earned }
}

/** One that an administrator completed early stopped earning then. */
function stoppedAt({ completed_at, ends_at }: Investment, now: number): Date {
  const end = ends_at === null ? now : Date.parse(ends_at)
  return new Date(completed_at === null ? end : Math.min(end, Date.parse(completed_at)))
}
