import { inPieces } from '#kit/in-pieces.ts'
import { fromWire, sum, type MicroUsd } from '#money/micro-usd.ts'
import { TRANSFERS } from '#ledger/rules.ts'
import type { StatementLine } from './contract.ts'
import { dayInZone, timeOf } from './rules.ts'
import type { Statement } from './statement.ts'

/** A line as it is printed. */
export type PrintedLine = {
  day: string
  /** null if it stands for a whole day */
  time: string | null
  what: string
  /** what it was about, and why; may be empty */
  about: string
  amount: MicroUsd
  balance: MicroUsd
}

/** What a statement says on paper: its sums, and its lines as they are printed. */
export type PrintedStatement = Omit<Statement, 'lines' | 'next_cursor'> & { lines: readonly PrintedLine[] }

/** The lines of a statement as they are printed: the earnings of one day that follow one another are one line. */
export async function printedLines(lines: readonly StatementLine[], zone: string): Promise<PrintedLine[]> {
  const printed: PrintedLine[] = []
  let run: StatementLine[] = []
  for await (const piece of inPieces(lines)) {
    for (const line of piece) {
      if (!continues(run, line, zone)) {
        if (run.length > 0) printed.push(print(run, zone))
        run = []
      }
      run.push(line)
    }
  }
  if (run.length > 0) printed.push(print(run, zone))
  return printed
}

function continues(run: readonly StatementLine[], line: StatementLine, zone: string): boolean {
  const last = run.at(-1)
  if (last?.kind !== 'investment earned' || line.kind !== last.kind) return false
  return last.at === line.at || dayInZone(new Date(last.at), zone) === dayInZone(new Date(line.at), zone)
}

function print(run: readonly StatementLine[], zone: string): PrintedLine {
  const [first] = run
  const last = run.at(-1)
  if (first === undefined || last === undefined) throw new Error('a printed line stands for at least one')
  const at = new Date(last.at)
  const single = run.length === 1
  const titles = new Set(run.flatMap(({ cause }) => (cause.title === '' ? [] : [cause.title])))
  const about = [[...titles].join(', '), first.reason].filter((text) => text !== '' && text !== null)
  return {
    day: dayInZone(at, zone),
    time: single ? timeOf(at, zone).slice(0, 5) : null,
    what: TRANSFERS[first.kind].statement,
    about: about.join(' · '),
    amount: sum(run.map(({ amount }) => fromWire(amount))),
    balance: fromWire(last.balance_after),
  }
}
