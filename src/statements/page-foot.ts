import { printable } from './letters.ts'
import { INK, PAGE, type Paper, write, writeTo } from './paper.ts'
import { dateInWords } from './page-head.ts'
import type { PrintedStatement } from './printed-lines.ts'

/** The foot of all pages, once it is known how many there are; `lacking` where letters could not be printed. */
export function footAll(paper: Paper, statement: PrintedStatement, owner: { name: string }, lacking: boolean): void {
  const { count } = paper.bufferedPageRange()
  const whose = `${printable(owner.name)} · ${dateInWords(statement.from)} to ${dateInWords(statement.to)}`
  for (let page = 0; page < count; page += 1) {
    paper.switchToPage(page)
    const style = { size: 8, ink: INK.third }
    write(
      paper,
      lacking ? `${whose} · ? stands for letters that cannot be printed` : whose,
      PAGE.left,
      PAGE.foot,
      style,
    )
    writeTo(paper, `Page ${page + 1} of ${count}`, PAGE.right, PAGE.foot, style)
  }
}
