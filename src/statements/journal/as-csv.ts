import { type CsvField, csvLines } from '#lists/csv.ts'
import { pathOf, typeOf } from './accounts.ts'
import { type JournalBalance, type JournalFormat, sixDecimals } from './format.ts'

const COLUMNS = [
  ...['Day', 'Effective', 'Kind', 'Account', 'Type', 'Owner', 'Amount', 'Balance', 'Transfer', 'Reference'],
]

/** A line for each entry: debits positive, credits negative. What a spreadsheet would take for a formula is none. */
export const journalCsv: JournalFormat = {
  head: () => written([COLUMNS]),
  account: () => '',
  opening: (line, _index, day) =>
    written([[day, '', 'opening balance', ...accountFields(line), line.balance, line.balance, '', '']]),
  begin: () => '',
  transfer: ({ id, kind, reference, day, effectiveAt, lines }) =>
    written(
      lines.map((line) => [
        ...[day, effectiveAt.toISOString(), kind, ...accountFields(line), line.amount, line.balance, id, reference],
      ]),
    ),
  end: () => '',
}

function accountFields({ account }: JournalBalance): CsvField[] {
  return [pathOf(account).join(':'), typeOf(account), account.owner ?? '']
}

function written(rows: readonly (readonly CsvField[])[]): string {
  return csvLines(rows, sixDecimals)
}
