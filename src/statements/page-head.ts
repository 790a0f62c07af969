import { STATEMENT_NAMES } from './kinds.ts'
import { printable } from './letters.ts'
import { drawMark, INK, PAGE, write, writeTo, type Paper } from './paper.ts'
import { dayInZone, timeOf } from './rules.ts'
import type { PrintedStatement } from './printed-lines.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** Where what is said about the statement begins. */
const FACTS = 150

/** The head of the first page. Answers where the table begins. */
export function pageHead(paper: Paper, statement: PrintedStatement, owner: { name: string }, operator: string): number {
  const { from, to, zone, account, as_of, opening, closing, in: moneyIn, out } = statement
  drawMark(paper, PAGE.left, PAGE.top - 4, 34)
  write(paper, printable(operator), PAGE.left + 44, PAGE.top - 3, { size: 17, font: 'strong', width: 340 })
  write(paper, 'Every dollar here is one you can check.', PAGE.left + 44, PAGE.top + 19, { ink: INK.second })
  writeTo(paper, 'Statement', PAGE.right, PAGE.top - 3, { size: 17, ink: INK.brand, font: 'strong' })
  const made = new Date(as_of)
  const facts: [string, string][] = [
    ['Name', printable(owner.name)],
    ['Account', STATEMENT_NAMES[account]],
    ['Period', `${dateInWords(from)} to ${dateInWords(to)}`],
    ['Time zone', zone],
    ['Made', `${dateInWords(dayInZone(made, zone))}, ${timeOf(made, zone).slice(0, 5)}`],
  ]
  let y = 112
  for (const [name, value] of facts) {
    write(paper, name, PAGE.left, y, { ink: INK.third })
    write(paper, value, FACTS, y, { width: PAGE.right - FACTS })
    y += 15
  }
  y += 14
  const band = 54
  paper.roundedRect(PAGE.left, y, PAGE.right - PAGE.left, band, 8).fill('#f4f6f2')
  const figures: [string, string][] = [
    ['Opening', opening],
    ['In', moneyIn],
    ['Out', out],
    ['Closing', closing],
  ]
  const width = (PAGE.right - PAGE.left) / figures.length
  figures.forEach(([name, amount], place) => {
    const x = PAGE.left + 14 + place * width
    const closes = name === 'Closing'
    write(paper, name, x, y + 13, { size: 8, ink: INK.third })
    writeFigure(paper, amount, x, y + 27, width - 18, closes)
  })
  return y + band + 24
}

/** An amount that begins at a place, as large as the width allows. */
function writeFigure(paper: Paper, amount: string, x: number, y: number, width: number, strong: boolean): void {
  const font = strong ? 'strong' : 'regular'
  const text = `$${amount.replace(/\B(?=(\d{3})+(?=\.))/g, ',')}`
  paper.font(font).fontSize(12)
  const size = Math.min(12, (12 * width) / paper.widthOfString(text))
  write(paper, text, x, y + (12 - size) / 2, { size, font, ink: strong ? INK.brand : INK.full })
}

/** `3 Mar 2026` */
export function dateInWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${MONTHS[(month ?? 1) - 1]} ${year}`
}
