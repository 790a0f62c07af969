import type { Tx } from '#kit/database.ts'
import { findUser, findUserByEmail, findUserByName } from '#users/find.ts'
import { beancountFormat } from './as-beancount.ts'
import { journalCsv } from './as-csv.ts'
import { hledgerFormat } from './as-hledger.ts'
import { journalJson } from './as-json.ts'
import type { JournalFormat, JournalHead } from './format.ts'

/** The forms in which a journal is written. */
export const JOURNAL_FORMATS: Readonly<Record<string, JournalFormat>> = {
  hledger: hledgerFormat,
  beancount: beancountFormat,
  csv: journalCsv,
  json: journalJson,
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads the first and last day of a journal, UTC; throws a sentence where there are no such days. */
export function readJournalDays(from: string | undefined, to: string | undefined): Pick<JournalHead, 'from' | 'to'> {
  for (const [option, day] of [
    ['--from', from],
    ['--to', to],
  ] as const) {
    if (day !== undefined && !isUtcDay(day))
      throw new Error(`${option} is "${day}": it may be a day such as 2026-11-20.`)
  }
  if (from !== undefined && to !== undefined && from > to) throw new Error('--to may be no day before --from.')
  return { from: from ?? null, to: to ?? null }
}

/** Whom somebody means by a name, an e-mail or an id; throws a sentence where it is nobody. */
export async function findInvestor(tx: Tx, meant: string): Promise<{ id: string; name: string }> {
  const text = meant.trim().toLowerCase()
  const find = UUID.test(text) ? findUser : text.includes('@') ? findUserByEmail : findUserByName
  const user = await find(tx, text)
  if (user === undefined) throw new Error(`Nobody has the name, the email or the id "${meant}".`)
  return { id: user.id, name: user.name }
}

function isUtcDay(day: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || day < '1970-01-01' || day > '9999-12-30') return false
  const read = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day)
}
