import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, readCsv } from './csv-rules.ts'
import { csvLines } from './csv.ts'

const fieldsOf = (text: string) => {
  const read = readCsv(text)
  if ('problem' in read) return read.problem
  return read.records.map(({ fields }) => fields)
}
/** Everything that a field may be: quotes, separators, line breaks, formulas, signs of any script. */
const anyField = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\n', '\r', '=', '-', '+', '@', ' ', 'a', '１', '＝', '’') }),
  fc.constantFrom('=1+1', '-amy', '@sum', '+', '\t=x', '＝1', '""', '","'),
)
/** An apostrophe before a formula is written as it is, and read as if it had been put there. */
const kept = anyField.filter((field) => !/(^|[;\t\r\n]"*)'[=+\-@\t\r＝＋－＠]/.test(field) && !field.includes('\0'))
/** A line of which all fields are empty is no line, and the first one says how fields are parted. */
const lines = fc
  .array(fc.array(kept, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 8 })
  .map((rows) => [['a,b', 'c'], ...rows.filter((fields) => fields.some((field) => field.trim() !== ''))])

test('what is written is read back as it was, whichever of the two ways it was written', () => {
  fc.assert(
    fc.property(lines, (rows) => {
      expect(fieldsOf(csvLines(rows))).toEqual(rows)
      expect(fieldsOf(rows.map(csvLine).join(''))).toEqual(rows)
    }),
    { numRuns: 500 },
  )
})

/** The cells that a program sees which parts them by this, within quotes too, whatever they were parted by when written. */
const cellsOf = (text: string, separator: string) =>
  text.split(/\r\n|\r|\n/).flatMap((line) => line.split(separator).map(withoutQuotes))
/** What begins with a quote ends with the next one that is not written twice; what follows that belongs to it. */
const withoutQuotes = (cell: string) =>
  cell.replace(/^"((?:[^"]|"")*)(?:"|$)/, (_all, quoted: string) => quoted.replaceAll('""', '"'))

test('no cell is a formula either where a spreadsheet parts fields by semicolons or tabs, as Excel does in half of Europe', () => {
  const hostile = [
    "Paid;=cmd|' /C calc'!A0;thanks",
    'a\t+1+1',
    'a;"=1+1;',
    'a;""@sum',
    'a;＝1',
    '-1;-1',
    'a\n=1',
    'a\r\n"=1',
  ]
  for (const text of [csvLines([['one', ...hostile, 'last']]), csvLine(['one', ...hostile, 'last'])]) {
    for (const separator of [';', '\t']) {
      expect(cellsOf(text, separator).filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([])
    }
  }
  fc.assert(
    fc.property(lines, (rows) => {
      for (const separator of [';', '\t']) {
        const cells = [...cellsOf(csvLines(rows), separator), ...cellsOf(rows.map(csvLine).join(''), separator)]
        expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([])
      }
    }),
  )
  // as people write, it stays
  expect(csvLines([['Sent; -5.00 was wrong', 'a;b', 'a - b']])).toBe('Sent; -5.00 was wrong,a;b,a - b\r\n')
})

test('what spreadsheets make of it is read alike: a byte order mark, semicolons, tabs, quotes, any line break', () => {
  const expected = [
    ['id', 'amount'],
    ['one', '1,50'],
    ['two', 'say "hi"'],
  ]
  for (const separator of [',', ';', '\t']) {
    for (const end of ['\r\n', '\n', '\r']) {
      const quoted = [`id${separator}amount`, `one${separator}"1,50"`, `two${separator}"say ""hi"""`]
      for (const mark of ['', '\uFEFF']) {
        expect(fieldsOf(mark + quoted.join(end))).toEqual(expected)
        expect(fieldsOf(`${mark}${quoted.join(end)}${end}${end}${separator}${end}`)).toEqual(expected)
      }
    }
  }
  expect(fieldsOf('sep=;\r\nid;a,b,c,d\r\none;2\r\n')).toEqual([
    ['id', 'a,b,c,d'],
    ['one', '2'],
  ])
  expect(fieldsOf('id,amount\r\none,')).toEqual([
    ['id', 'amount'],
    ['one', ''],
  ])
})

test('lines are counted as an editor counts them, those inside of quotes too', () => {
  const read = readCsv('a,b\n\n"one\ntwo",x\nlast,y')
  expect('records' in read && read.records.map(({ line }) => line)).toEqual([1, 3, 5])
})

test('what cannot be read is said with its line and its column', () => {
  expect(fieldsOf('a,b\none,"two\nthree')).toBe('Line 2, column 2: the quote that begins here is not closed.')
  expect(fieldsOf('a,b\n"one"x,two')).toBe('Line 2, column 1: something follows the closing quote.')
  expect(fieldsOf('a,b\none,tw"o')).toBe(
    'Line 2, column 2: a quote stands inside a field that does not begin with one.',
  )
  expect(fieldsOf('P\0K\0')).toBe('This is not a text file. Save it as CSV (UTF-8).')
})
