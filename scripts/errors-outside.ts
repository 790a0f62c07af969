/** A reporter of Vitest: how many errors came outside of the tests, into the file that `ERRORS_OUTSIDE` names. */
import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

export default class ErrorsOutside implements Reporter {
  onTestRunEnd(_tests: unknown, errors: readonly unknown[]): void {
    writeFileSync(process.env['ERRORS_OUTSIDE'] ?? '', String(errors.length))
  }
}
