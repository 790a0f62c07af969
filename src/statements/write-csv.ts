import { Buffer } from 'node:buffer'
import { csvLines, type CsvField } from '#lists/csv.ts'
import { fromWire, sum, ZERO } from '#money/micro-usd.ts'
import { TRANSFERS } from '#ledger/rules.ts'
import type { StatementLine } from './contract.ts'
import { STATEMENT_NAMES, BY, NOT_POSTED } from './kinds.ts'
import { dayInZone, timeOf } from './rules.ts'
import { OWN_ACCOUNTS, type Statement } from './statement.ts'

const MOVES = OWN_ACCOUNTS.map((account) => ({ account, header: `Change of ${STATEMENT_NAMES[account]}` }))
const COLUMNS = [
  ...['Date', 'Time', 'What', 'For', 'By', 'Reason', 'Amount', 'Balance'],
  ...MOVES.map(({ header }) => header),
  'Posting',
]
type Row = Record<string, CsvField>

/** A whole statement for spreadsheets. */
export function asCsv(statement: Statement): Uint8Array {
  const { from, to, opening, closing, lines, zone } = statement
  const unposted = fromWire(statement.unposted)
  const rows: Row[] = [
    { Date: from, What: 'Opening balance', Balance: fromWire(opening) },
    ...lines.map((line) => rowOf(line, zone)),
    { Date: to, What: 'Closing balance', Balance: fromWire(closing) },
    ...(unposted === ZERO
      ? []
      : [{ Date: to, What: NOT_POSTED, Amount: unposted, Balance: sum([fromWire(closing), unposted]) }]),
  ]
  return Buffer.from(csvLines([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column] ?? ''))]))
}

function rowOf(line: StatementLine, zone: string): Row {
  const at = new Date(line.at)
  const moved = new Map(line.entries.map(({ account, amount }) => [account, fromWire(amount)]))
  return {
    Date: dayInZone(at, zone),
    Time: timeOf(at, zone),
    What: TRANSFERS[line.kind].statement,
    For: line.cause.title,
    By: BY[line.by],
    Reason: line.reason ?? '',
    Amount: fromWire(line.amount),
    Balance: fromWire(line.balance_after),
    ...Object.fromEntries(MOVES.map(({ account, header }) => [header, moved.get(account) ?? ''])),
    Posting: line.id,
  }
}
