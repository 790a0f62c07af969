import { describe, expect, test } from 'vitest'
import { toWire, microUsd } from '#money/micro-usd.ts'
import { textOfPdf } from '../../test/support/pdf-text.ts'
import type { StatementLine } from './contract.ts'
import { printPdf } from './print-pdf.ts'
import type { Statement } from './statement.ts'
import { asCsv } from './write-csv.ts'
import { asJson } from './write-json.ts'

const HOUR = 3_600_000

/** A statement with so many lines, one an hour, of each some cents. */
function statementOf(count: number): Statement {
  const each = 12_340_000n
  const lines = Array.from({ length: count }, (_, n): StatementLine => ({
    ...{ id: `line-${n}`, at: new Date(Date.UTC(2020, 0, 1) + n * HOUR).toISOString(), kind: 'top up' },
    ...{ amount: toWire(microUsd(each)), balance_after: toWire(microUsd(each * BigInt(n + 1))) },
    ...{ by: 'administrator', reason: 'For the delay', cause: { kind: 'user', id: 'amy', title: '' } },
    entries: [{ account: 'earnings', amount: toWire(microUsd(each)) }],
  }))
  const total = toWire(microUsd(each * BigInt(count)))
  return {
    ...{ status: 'success', from: '2020-01-01', to: '2021-01-01', zone: 'Europe/Berlin', account: 'all' },
    ...{ as_of: '2026-03-04T12:00:00.000Z', opening: '0.00', closing: total, in: total, out: '0.00', unposted: '0.00' },
    ...{ count, log: null, lines, next_cursor: null },
  }
}

/** Does something, and counts how often others got their turn meanwhile. */
async function turnsDuring<T>(work: () => Promise<T>): Promise<{ turns: number; done: T }> {
  let [turns, over] = [0, false]
  const next = () => {
    turns += 1
    if (!over) setImmediate(next)
  }
  setImmediate(next)
  const done = await work()
  over = true
  return { turns, done }
}

describe('a file of thousands of lines lets everything else go on while it is made', () => {
  test('for spreadsheets', async () => {
    const { turns, done } = await turnsDuring(() => asCsv(statementOf(5000)))
    const rows = Buffer.from(done).toString('utf8').trimEnd().split('\r\n')
    expect(rows).toHaveLength(5003)
    expect([rows[1], rows[2], rows.at(-1)]).toEqual([
      expect.stringContaining('Opening balance'),
      expect.stringMatching(/^2020-01-01,01:00:00,.*,12\.34,12\.34,/),
      expect.stringContaining('61700.00'),
    ])
    expect(turns).toBeGreaterThan(15)
  })

  test('of all that is kept', async () => {
    const kept = { about: ['a', 'b'], user: { name: 'amy', at: null }, none: [], lines: statementOf(5000).lines }
    const { turns, done } = await turnsDuring(() => asJson(kept))
    expect(JSON.parse(Buffer.from(done).toString('utf8'))).toEqual(kept)
    expect(turns).toBeGreaterThan(15)
  })

  test('to print', async () => {
    const { turns, done } = await turnsDuring(() => printPdf(statementOf(400), { name: 'amy' }, 'Plumb'))
    const text = textOfPdf(done)
    for (const said of ['Closing balance', '$4,936.00', 'For the delay', 'Page 22 of 22']) expect(text).toContain(said)
    expect(turns).toBeGreaterThan(15)
    await expect(printPdf(statementOf(5001), { name: 'amy' }, 'Plumb')).rejects.toMatchObject({ code: 'bad input' })
  })
})
