import { showTotal } from '#money/show.ts'
import { countOf } from '#texts/locale.ts'
import type { BulkAct, BulkRun, Outcome } from './decide-in-bulk.ts'

const DONE: Record<BulkAct, string> = {
  approve: 'approved',
  decline: 'declined',
  reject: 'rejected',
  pay: 'marked as paid',
}

/** How much records are together; '' where they have no amounts. */
export function totalOf(rows: readonly { amount?: string }[]): string {
  const amounts = rows.flatMap(({ amount }) => (amount === undefined ? [] : [{ amount }]))
  return amounts.length === 0 ? '' : showTotal(amounts)
}

type Run = BulkRun<{ id: string }, BulkAct>

/** Of how many records the decision ended in one of these ways. */
export function countOutcomes({ rows, outcomes }: Run, ...states: Outcome['state'][]): number {
  return rows.filter(({ id }) => states.some((state) => outcomes.get(id)?.state === state)).length
}

/** `7 approved, 2 refused, 1 not sent` */
export function outcomeWords(run: Run): string {
  const many = (...states: Outcome['state'][]) => countOutcomes(run, ...states)
  const notSent = run.rows.length - many('done', 'waits', 'refused', 'unknown')
  const parts = [
    `${many('done')} ${DONE[run.verdict]}`,
    many('waits') > 0 && `${many('waits')} waiting for a second administrator`,
    many('refused') > 0 && `${many('refused')} refused`,
    many('unknown') > 0 && `${many('unknown')} without an answer`,
    !run.running && notSent > 0 && `${notSent} not sent`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** `2 were decided meanwhile and are no longer selected.` */
export function lostWords(count: number): string {
  const said = { one: '# was decided meanwhile and is', other: '# were decided meanwhile and are' }
  return `${countOf(count, said)} no longer selected.`
}

/** `2 can’t be approved yet and are left out:` */
export function leftOutWords(count: number): string {
  return `${countOf(count, { one: '# can’t be approved yet and is', other: '# can’t be approved yet and are' })} left out:`
}

/** Every decision was taken down, so that nothing of it has to be looked at. */
export function allWentWell(run: Run): boolean {
  return countOutcomes(run, 'done', 'waits') === run.rows.length
}
