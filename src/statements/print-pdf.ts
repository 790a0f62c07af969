import { openThread } from '#kit/thread.ts'
import { printedLines, type PrintedStatement } from './printed-lines.ts'
import { refuseLength, type Statement } from './statement.ts'

const MOST_LINES = 5000

/** What the thread is told. */
export type PrintOrder = { statement: PrintedStatement; owner: { name: string }; operator: string }

const printer = openThread<PrintOrder, Uint8Array>(new URL('./print-worker.ts', import.meta.url))

/**
 * A whole statement to print, made on a thread of its own: thousands of lines take a second of a processor, in which the
 * event loop goes on. 422 if it takes more than 5,000 lines.
 */
export async function printPdf(whole: Statement, { name }: { name: string }, operator: string): Promise<Uint8Array> {
  const { lines, next_cursor, ...sums } = whole
  const printed = await printedLines(lines, whole.zone)
  if (printed.length > MOST_LINES) refuseLength(printed.length, MOST_LINES)
  return printer.ask({ statement: { ...sums, lines: printed }, owner: { name }, operator })
}
