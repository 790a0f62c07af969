import { stringify } from 'csv-stringify/sync'
import { microUsd, toWire } from '#money/micro-usd.ts'
import { noFormula } from './csv-rules.ts'

/** What stands in a field: a text, or an amount. */
export type CsvField = string | bigint

/**
 * Lines for spreadsheets (RFC 4180): UTF-8 without a byte order mark, amounts in dollars with a dot. A text that a
 * spreadsheet would take for a formula gets an apostrophe before it; an amount is a number and gets none.
 */
export function csvLines(rows: readonly (readonly CsvField[])[], write = toWire): string {
  return stringify([...rows] as CsvField[][], {
    record_delimiter: 'windows',
    // any of them ends a line for many readers
    quoted_match: /[\r\n]/,
    cast: { string: noFormula, bigint: (amount) => write(microUsd(amount)) },
  })
}
