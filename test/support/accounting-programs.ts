/** The programs that journals are written for, where this machine has them. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Each with the words that make it check a file strictly. */
const PROGRAMS = {
  hledger: (file: string) => ['-f', file, 'check', '--strict'],
  ledger: (file: string) => ['--pedantic', '--strict', '-f', file, 'balance'],
  'bean-check': (file: string) => [file],
}
export type AccountingProgram = keyof typeof PROGRAMS

export function hasProgram(program: AccountingProgram): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}

/** Has a program check a file: whether it accepts it, and what it says. */
export function checkWith(program: AccountingProgram, file: string): { accepted: boolean; says: string } {
  const { status, stdout, stderr } = spawnSync(program, PROGRAMS[program](file), {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    // as servers and cron have it
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  })
  return { accepted: status === 0, says: `${stdout}${stderr}` }
}
