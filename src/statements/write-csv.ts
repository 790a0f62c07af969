import { Buffer } from 'node:buffer'
import { inPieces } from '#kit/in-pieces.ts'
import { csvLines, type CsvField } from '#lists/csv.ts'
import { fromWire, sum, ZERO } from '#money/micro-usd.ts'
import { keptLines } from '#log/kept-note-rules.ts'
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
export async function asCsv(statement: Statement): Promise<Uint8Array> {
  const { from, to, opening, closing, lines, zone } = statement
  const unposted = fromWire(statement.unposted)
  const parts = [csvLines([COLUMNS]), written([{ Date: from, What: 'Opening balance', Balance: fromWire(opening) }])]
  for await (const piece of inPieces(lines)) parts.push(written(piece.map((line) => rowOf(line, zone))))
  parts.push(written([{ Date: to, What: 'Closing balance', Balance: fromWire(closing) }]))
  if (unposted !== ZERO) {
    const balance = sum([fromWire(closing), unposted])
    parts.push(written([{ Date: to, What: NOT_POSTED, Amount: unposted, Balance: balance }]))
  }
  const kept = statement.log === null ? [] : keptLines(statement.log)
  parts.push(written(kept.map((line) => ({ Date: to, What: line }))))
  return Buffer.from(parts.join(''))
}

function written(rows: readonly Row[]): string {
  return csvLines(rows.map((row) => COLUMNS.map((column) => row[column] ?? '')))
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
