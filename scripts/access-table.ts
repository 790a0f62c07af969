/** Writes docs/access.md: who may make which call, generated from the contract. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '#app/contract.ts'
import type { Call, Who } from '#kit/wire.ts'

const TARGET = join(import.meta.dirname, '../docs/access.md')
export const COLUMNS = [
  'signed out',
  'registrant',
  'investor',
  'investor, one half',
  'support',
  'reviewer',
  'owner',
  'owner, one half',
] as const

const ALLOWED: Record<Who, readonly (typeof COLUMNS)[number][]> = {
  anyone: COLUMNS,
  registrant: ['registrant'],
  investor: ['investor', 'investor, one half', 'support', 'reviewer', 'owner', 'owner, one half'],
  administrator: ['support', 'reviewer', 'owner', 'owner, one half'],
  reviewer: ['reviewer', 'owner', 'owner, one half'],
  owner: ['owner', 'owner, one half'],
}

/** The table as Markdown. One half of a session is not enough where the contract asks for both. */
export function accessTable(): string {
  const rows = Object.entries<Call>(contract).map(([key, call]) => {
    const cells = COLUMNS.map((kind) => {
      const may = ALLOWED[call.who].includes(kind) && !(call.bothHalves === true && kind.endsWith('one half'))
      return may ? 'yes' : '–'
    })
    return `| \`${key}\` | ${cells.join(' | ')} | ${call.stepUp === true ? 'yes' : '–'} |`
  })
  return [
    '# Who may make which call',
    '',
    'Generated from the contract by `node scripts/access-table.ts`. Every cell is tested over HTTP (`test/access.test.ts`).',
    '“One half” is a session opened without the csrf-cookie call: it lasts 15 minutes, fetches no files and changes nothing that others rely on.',
    'It moves money in one way: `POST /api/cancel-withdrawal/:id` gives back what its own withdrawal holds. `POST /api/cancel-by-link` does the same for whoever has the link of its mail, without any session. `POST /api/save-investment` takes from it what is still to be paid, and is refused with `source: bonus`, which is paid at once; `POST /api/verify-investment/:tranx_id` says that a payment was made, and `POST /api/cancel-investment/:id` that none will be; neither moves any.',
    '“Step-up” is a second factor proved in this session within five minutes, by whoever has one: else the answer is 403 with `step_up`. Where `ADMIN_SECOND_FACTOR` is `required`, an administrator without a factor adds one, sees how their account stands, agrees to the terms and signs out; everything else is 403 with `factor_required`. Where `INVESTOR_SECOND_FACTOR` is, so does everybody.',
    '',
    `| call | ${COLUMNS.join(' | ')} | step-up |`,
    `|---|${COLUMNS.map(() => '---').join('|')}|---|`,
    ...rows,
    '',
  ].join('\n')
}

if (import.meta.main) {
  await writeFile(TARGET, accessTable())
  console.log('docs/access.md written')
}
