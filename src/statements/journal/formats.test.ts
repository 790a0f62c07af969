import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCsv } from '#lists/csv-rules.ts'
import { newId } from '#kit/ids.ts'
import { microUsd } from '#money/micro-usd.ts'
import { readJournal } from '../../../test/support/journal-check.ts'
import { type JournalAccount, pathOf } from './accounts.ts'
import { JOURNAL_FORMATS, readJournalDays } from './asked.ts'
import type { JournalFormat, JournalTransfer } from './format.ts'

const ID = '0199f7c2-aaaa-7bbb-8ccc-0123456789ab'
const CUSTODY: JournalAccount = { name: `custody/${ID}`, kind: 'custody', ownerId: ID, owner: 'Bitcoin' }
const earningsOf = (owner: string | null, ownerId: string = ID): JournalAccount => ({
  ...{ name: `investor/${ownerId}/earnings`, kind: 'earnings', ownerId, owner },
})

function written(format: JournalFormat | undefined, account: JournalAccount, amount: bigint): string {
  if (format === undefined) throw new Error('there is no such format')
  const micros = microUsd(amount)
  const transfer: JournalTransfer = {
    ...{ id: ID, kind: 'investment earned', reference: `investment/${ID}`, day: '2026-03-01' },
    effectiveAt: new Date('2026-03-01T12:00:00.123Z'),
    lines: [
      { account: CUSTODY, amount: micros, balance: micros },
      { account, amount: microUsd(-amount), balance: microUsd(-amount) },
    ],
  }
  return [
    format.head({ madeAt: new Date('2026-03-02T00:00:00Z'), investor: null, from: null, to: null }),
    ...[CUSTODY, account].map(format.account),
    format.begin(),
    format.transfer(transfer, 0),
    format.close?.() ?? '',
    ...(format.closing === undefined ? [] : transfer.lines.map((line, n) => format.closing?.(line, n, '2026-03-02'))),
    format.end({ transfers: 1, lines: 2 }),
  ].join('')
}

describe('a journal', () => {
  test('for hledger declares accounts with types, and asserts the balance of each on each line', () => {
    expect(written(JOURNAL_FORMATS['hledger'], earningsOf('ada_l'), 10_000_001n)).toBe(`\
; The whole books, from the first day to now (UTC), as they stood at 2026-03-02T00:00:00.000Z

commodity $
    format $1,000.000000

tag transfer
tag reference
tag effective

account assets:custody:Bitcoin
    ; type: A
account liabilities:investors:ada_l:earnings
    ; type: L

2026-03-01 * investment earned
    ; transfer: ${ID}
    ; reference: investment/${ID}
    ; effective: 2026-03-01T12:00:00.123Z
    assets:custody:Bitcoin  $10.000001 = $10.000001
    liabilities:investors:ada_l:earnings  $-10.000001 = $-10.000001

; End of the journal. Transfers: 1, lines: 2.
`)
  })

  test('for Beancount opens accounts, and asserts balances after the last day to the micro-dollar', () => {
    const text = written(JOURNAL_FORMATS['beancount'], earningsOf('ada'), 1n)
    expect(text).toContain('\n1970-01-01 open Liabilities:Investors:Ada:Earnings USD\n')
    expect(text).toContain('\n2026-03-01 * "investment earned"\n')
    expect(text).toContain('\n  Liabilities:Investors:Ada:Earnings  -0.000001 USD\n')
    expect(text).toContain('\n2026-03-02 balance Liabilities:Investors:Ada:Earnings  -0.000001 ~ 0 USD\n')
  })

  test('as CSV has a line for each entry, whose amounts are numbers and whose names are no formulas', () => {
    const text = written(JOURNAL_FORMATS['csv'], earningsOf('=HYPERLINK("x")'), 5_000_000n)
    const path = `liabilities:investors:HYPERLINK-x-${ID}:earnings`
    expect(text.split('\r\n')[2]).toBe(
      `2026-03-01,2026-03-01T12:00:00.123Z,investment earned,${path},L,"'=HYPERLINK(""x"")",-5.000000,-5.000000,${ID},investment/${ID}`,
    )
  })

  test('as JSON is one object, with amounts as texts', () => {
    const read = JSON.parse(written(JOURNAL_FORMATS['json'], earningsOf('ada'), 5_000_001n))
    expect(read.transfers[0].entries).toEqual([
      { account: CUSTODY.name, balance: '5.000001', amount: '5.000001' },
      { account: `investor/${ID}/earnings`, balance: '-5.000001', amount: '-5.000001' },
    ])
    expect(read.closing).toHaveLength(2)
  })

  test('is broken by no name, and no two accounts come to have one', () => {
    const letters = fc.constantFrom(...'aB9_- \n\r\t;|"\'`:<&>()[]{}*!=@$%#~,\\/\u202Eäж𝔘')
    const name = fc.string({ unit: letters, maxLength: 40 })
    fc.assert(
      fc.property(name, name, fc.bigInt({ min: 1n, max: 2n ** 62n }), (one, other, amount) => {
        const account = earningsOf(one)
        const { problems, transfers } = readJournal(written(JOURNAL_FORMATS['hledger'], account, amount))
        expect({ problems, transfers }).toEqual({ problems: [], transfers: 1 })
        const beancount = written(JOURNAL_FORMATS['beancount'], account, amount)
        expect(beancount.split('\n').filter((line) => /^\S+ open /.test(line))).toHaveLength(2)
        expect(beancount).toMatch(/^1970-01-01 open Liabilities:Investors:[A-Z0-9][A-Za-z0-9-]*:Earnings USD$/m)
        expect(JSON.parse(written(JOURNAL_FORMATS['json'], account, amount)).accounts[1].owner).toBe(one)
        const csv = readCsv(written(JOURNAL_FORMATS['csv'], account, amount))
        expect('records' in csv && csv.records.map(({ fields }) => fields.length)).toEqual([10, 10, 10])
        // names are taken once, whatever their capitals
        if (one.toLowerCase() === other.toLowerCase()) return
        const second = earningsOf(other, newId())
        for (const plain of [undefined, /^[A-Za-z0-9][A-Za-z0-9-]{0,29}$/]) {
          const [path, next] = [account, second].map((each) => pathOf(each, plain).join(':').toLowerCase())
          expect(path).not.toBe(next)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('the days of a journal', () => {
  test('are days of the calendar, the last not before the first', () => {
    expect(readJournalDays('2026-01-01', undefined)).toEqual({ from: '2026-01-01', to: null })
    expect(() => readJournalDays('2026-02-30', undefined)).toThrow('--from is "2026-02-30"')
    expect(() => readJournalDays(undefined, '2026-1-1')).toThrow('--to is "2026-1-1"')
    expect(() => readJournalDays('2026-01-02', '2026-01-01')).toThrow('--to may be no day before --from.')
  })
})
