/** A thread that prints statements, one after another. */
import { doEach } from '#kit/thread.ts'
import type { PrintOrder } from './print-pdf.ts'
import { asPdf } from './write-pdf.ts'

doEach(({ statement, owner, operator }: PrintOrder) => asPdf(statement, owner, operator))
