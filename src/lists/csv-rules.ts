/** A line of a file as it was read: where it begins, counted from 1 as editors do, and its fields. */
export type CsvRecord = { line: number; fields: string[] }

/** What spreadsheets put between fields: Excel writes semicolons where the comma parts decimals, and copies tabs. */
const SEPARATORS = [',', ';', '\t'] as const
/** What a file begins with to tell Excel its separator. */
const SAYS_SEPARATOR = /^sep=(.)\r?\n/i
/** With which a field begins that has been kept from being a formula. */
const KEPT_FROM_FORMULA = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
/** Within a field, where another cell begins for whoever parts fields otherwise than by commas: there quotes do not help. */
const FORMULA_WITHIN = /([;\t\r\n]"*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const KEPT_WITHIN = /([;\t\r\n]"*)'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/**
 * Reads a file as spreadsheets save it (RFC 4180): with a byte order mark or without, its fields parted by commas,
 * semicolons or tabs, its lines by CR, LF or both, fields in quotes or without. Empty lines are left out, and so are the
 * apostrophes that keep it from being a formula. What cannot be read is said in a sentence with its line and column.
 */
export function readCsv(text: string): { records: CsvRecord[] } | { problem: string } {
  const plain = text.replace(/^\uFEFF/, '')
  const said = SAYS_SEPARATOR.exec(plain)
  const begin = said?.[0].length ?? 0
  const separator = said?.[1] ?? separatorOf(plain)
  if (plain.includes('\0')) return { problem: 'This is not a text file. Save it as CSV (UTF-8).' }

  const records: CsvRecord[] = []
  let line = said ? 2 : 1
  let record: CsvRecord = { line, fields: [] }
  const wrong = (problem: string) => ({ problem: `Line ${line}, column ${record.fields.length + 1}: ${problem}` })
  const endRecord = () => {
    if (record.fields.some((field) => field.trim() !== '')) records.push(record)
    record = { line, fields: [] }
  }
  for (let at = begin; at < plain.length;) {
    let field = ''
    if (plain[at] === '"') {
      const end = closingQuote(plain, at + 1)
      if (end < 0) return wrong('the quote that begins here is not closed.')
      field = plain.slice(at + 1, end).replaceAll('""', '"')
      at = end + 1
      if (at < plain.length && !endsField(plain, at, separator)) return wrong('something follows the closing quote.')
    } else {
      const from = at
      while (at < plain.length && !endsField(plain, at, separator)) at += 1
      field = plain.slice(from, at)
      if (field.includes('"')) return wrong('a quote stands inside a field that does not begin with one.')
    }
    record.fields.push(field.replace(KEPT_FROM_FORMULA, '').replaceAll(KEPT_WITHIN, '$1'))
    line += breaksIn(field)
    if (plain[at] === separator) {
      at += 1
      // a separator at the very end parts the last field from an empty one
      if (at === plain.length) record.fields.push('')
    } else if (at < plain.length) {
      at += plain.startsWith('\r\n', at) ? 2 : 1
      line += 1
      endRecord()
    }
  }
  endRecord()
  return { records }
}

/** A line for spreadsheets, every field in quotes; what would be taken for a formula gets an apostrophe before it. */
export function csvLine(fields: readonly string[]): string {
  const quoted = fields.map((field) => `"${noFormula(field).replaceAll('"', '""')}"`)
  return `${quoted.join(',')}\r\n`
}

/** A text of which no spreadsheet makes a formula, whichever of `SEPARATORS` it parts fields by. */
export function noFormula(text: string): string {
  const within = text.replaceAll(FORMULA_WITHIN, "$1'")
  return FORMULA.test(within) ? `'${within}` : within
}

function endsField(text: string, at: number, separator: string): boolean {
  const character = text[at]
  return character === separator || character === '\n' || character === '\r'
}

/** Where a quoted field ends that begins at a place; quotes within it are written twice. -1 if it does not end. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at
  }
  return -1
}

function breaksIn(field: string): number {
  return field.match(/\r\n|\r|\n/g)?.length ?? 0
}

/** Of the separators the one that the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
  const [first = ''] = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1)
  const counts = SEPARATORS.map((separator) => first.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}
