import { fromWire, sum, ZERO } from '#money/micro-usd.ts'
import { keptLines } from '#log/kept-note-rules.ts'
import { NOT_POSTED } from './kinds.ts'
import { hasUnprintable, printable } from './letters.ts'
import {
  bytesOf,
  heightOf,
  INK,
  newPaper,
  PAGE,
  rule,
  write,
  writeAll,
  writeMoney,
  writeTo,
  type Paper,
} from './paper.ts'
import { footAll } from './page-foot.ts'
import { dateInWords, pageHead } from './page-head.ts'
import type { PrintedLine, PrintedStatement } from './printed-lines.ts'

/** Columns: where the day and the text begin, and where the cents of amount and balance end. */
const AT = { day: PAGE.left, time: 117, text: 150, amount: 412, balance: 520 } as const
const TEXT_WIDTH = 172
const ROW = 22
const KEPT_ROW = 10

/**
 * A whole statement to print, on A4, in the operator's name: who, which period, opening, in, out, closing, and the lines
 * with the running balance carried from page to page. Takes a processor for a second where there are thousands of lines:
 * see `print-pdf.ts`.
 */
export async function asPdf(
  statement: PrintedStatement,
  owner: { name: string },
  operator: string,
): Promise<Uint8Array> {
  const { lines } = statement
  const title = `Statement ${statement.from} to ${statement.to}`
  const paper = newPaper({ title, operator, madeAt: new Date(statement.as_of) })
  let y = tableHead(paper, pageHead(paper, statement, owner, operator))
  y = carry(paper, 'Opening balance', statement.opening, y)
  if (lines.length === 0) y = nothing(paper, y)
  let balance = fromWire(statement.opening)
  for (const line of lines) {
    const height = rowHeight(paper, line)
    if (y + height > PAGE.bottom) {
      paper.addPage()
      y = tableHead(paper, PAGE.top)
      write(paper, 'Brought forward', AT.text, y + 6, { ink: INK.third })
      writeMoney(paper, balance, AT.balance, y + 6, { ink: INK.third })
      y += ROW
    }
    printLine(paper, line, y)
    y += height
    balance = line.balance
  }
  if (y + 2 * ROW > PAGE.bottom) {
    paper.addPage()
    y = tableHead(paper, PAGE.top)
  }
  y = carry(paper, 'Closing balance', statement.closing, y)
  y = notPosted(paper, statement, y)
  toKeep(paper, statement, y)
  footAll(
    paper,
    statement,
    owner,
    lines.some(({ about }) => hasUnprintable(about)),
  )
  return bytesOf(paper)
}

/** The head of the table, on every page. Answers where its lines begin. */
function tableHead(paper: Paper, y: number): number {
  const style = { size: 8, ink: INK.third }
  write(paper, 'Date', AT.day, y, style)
  write(paper, 'What', AT.text, y, style)
  writeTo(paper, 'Amount', AT.amount, y, style)
  writeTo(paper, 'Balance', AT.balance, y, style)
  rule(paper, y + 15, '#c6cfc5')
  return y + 15
}

function carry(paper: Paper, what: string, amount: string, y: number): number {
  write(paper, what, AT.text, y + 6, { font: 'strong' })
  writeMoney(paper, fromWire(amount), AT.balance, y + 6, { font: 'strong' })
  rule(paper, y + ROW)
  return y + ROW
}

/** What has been earned since the last posting, and what the wallet shows with it. */
function notPosted(paper: Paper, { closing, unposted }: PrintedStatement, y: number): number {
  const amount = fromWire(unposted)
  if (amount === ZERO) return y
  write(paper, NOT_POSTED, AT.text, y + 6, { ink: INK.second })
  writeMoney(paper, amount, AT.amount, y + 6, { ink: INK.second })
  writeMoney(paper, sum([fromWire(closing), amount]), AT.balance, y + 6)
  rule(paper, y + ROW)
  return y + ROW
}

/** The newest checkpoint of the log, in lines that a check puts together again. */
function toKeep(paper: Paper, { log }: PrintedStatement, y: number): void {
  if (log === null) return
  const lines = keptLines(log).flatMap((line) => line.match(/.{1,100}/g) ?? [])
  const height = lines.length * KEPT_ROW
  if (y + ROW + height > PAGE.bottom) paper.addPage()
  const top = PAGE.bottom - height
  for (const [at, line] of lines.entries()) {
    write(paper, line, PAGE.left, top + at * KEPT_ROW, { size: 7, ink: INK.third })
  }
}

function nothing(paper: Paper, y: number): number {
  write(paper, 'No money moved in this period.', AT.text, y + 6, { ink: INK.second })
  rule(paper, y + ROW)
  return y + ROW
}

function rowHeight(paper: Paper, { about }: PrintedLine): number {
  const text = printable(about)
  return text === '' ? ROW : ROW + heightOf(paper, text, TEXT_WIDTH, { size: 8 }) + 1
}

function printLine(paper: Paper, line: PrintedLine, y: number): void {
  write(paper, dateInWords(line.day), AT.day, y + 6, { ink: INK.second })
  if (line.time !== null) write(paper, line.time, AT.time, y + 6.7, { size: 8, ink: INK.third })
  write(paper, line.what, AT.text, y + 6, { width: TEXT_WIDTH })
  writeMoney(paper, line.amount, AT.amount, y + 6)
  writeMoney(paper, line.balance, AT.balance, y + 6)
  const about = printable(line.about)
  if (about !== '') writeAll(paper, about, AT.text, y + 18, TEXT_WIDTH, { size: 8, ink: INK.third })
  rule(paper, y + rowHeight(paper, line))
}
