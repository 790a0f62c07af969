import type { Investor } from '#kit/actor.ts'
import type { Moment } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { Refusal } from '#kit/refusal.ts'
import { ownPictures } from '#kyc/own-claims.ts'
import { proofPage } from '#proofs/proof-page.ts'
import { keptEpochs, ownBundle } from '#proofs/read.ts'
import { ownKept } from '#statements/export.ts'
import { journalCsv } from '#statements/journal/as-csv.ts'
import { hledgerFormat } from '#statements/journal/as-hledger.ts'
import { writeJournal } from '#statements/journal/read.ts'
import { printPdf } from '#statements/print-pdf.ts'
import { type Statement, statementOf } from '#statements/statement.ts'
import { asCsv } from '#statements/write-csv.ts'
import { asJson } from '#statements/write-json.ts'
import { findUser } from '#users/find.ts'
import { pictureOf } from '#users/read.ts'
import { monthsUpTo } from './months.ts'
import type { ArchivedFile } from './pack.ts'

/** What an archive is made of: one view of the database, in which it is `now`. */
export type Making = {
  tx: Tx
  now: Moment
  person: Investor
  /** since when they are here */
  since: Date
  operator: string
  /** what could not be put into it, in a sentence each */
  leftOut: string[]
  /** whether something of it was handed in for identity checks */
  holdsIdentity: boolean
}

type Part = (making: Making) => AsyncGenerator<ArchivedFile>

const MOST_LINES = 20_000
const file = (name: string, ...bytes: (string | Uint8Array)[]): ArchivedFile => ({ name, bytes })

/** All that is kept about them, and their picture. */
async function* ownData(making: Making): AsyncGenerator<ArchivedFile> {
  const { tx, person } = making
  // whoever downloads it has to prove who they are
  const kept = await ownKept(tx, person, { proved: true, beside: true })
  making.holdsIdentity = (kept.identity_details ?? []).length > 0
  yield file('me.json', await asJson(kept))
  const pictureId = (await findUser(tx, person.userId))?.picture_id ?? null
  if (pictureId !== null) yield file('picture.webp', await pictureOf(tx, pictureId))
}

async function* ownEntries({ tx, person }: Making): AsyncGenerator<ArchivedFile> {
  const asked = { investor: { id: person.userId, name: person.name }, from: null, to: null }
  yield { name: 'ledger.csv', bytes: writeJournal(tx, asked, journalCsv) }
  yield { name: 'journal.hledger', bytes: writeJournal(tx, asked, hledgerFormat) }
}

/** A statement for each month in which something was theirs or moved, in days of UTC. */
async function* monthlyStatements(making: Making): AsyncGenerator<ArchivedFile> {
  const { tx, now, person, operator } = making
  for (const { month, ...days } of monthsUpTo(making.since, now)) {
    const statement = await orLeftOut(making, `The statement of ${month}`, () =>
      statementOf(tx, now, person, days, { most: MOST_LINES }),
    )
    if (statement === undefined || isEmpty(statement)) continue
    yield file(`statements/${month}.csv`, await asCsv(statement))
    const printed = await orLeftOut(making, `The statement of ${month} as PDF`, () =>
      printPdf(statement, person, operator),
    )
    if (printed !== undefined) yield file(`statements/${month}.pdf`, printed)
  }
}

const isEmpty = ({ count, opening, unposted }: Statement) =>
  count === 0 && [opening, unposted].every((amount) => amount === '0.00')

/** The pictures that they have handed in, as they are kept. */
async function* ownDocuments(making: Making): AsyncGenerator<ArchivedFile> {
  for await (const { claim, kind, picture } of ownPictures(making.tx, making.person.userId)) {
    const name = `documents/check-${claim}-${kind}.webp`
    if (picture === null) making.leftOut.push(`${name} is kept and could not be opened. Write to us.`)
    else yield file(name, picture)
  }
}

/** What shows that they are counted, of each proof that is kept; the newest also as a page that checks itself. */
async function* ownProofs(making: Making): AsyncGenerator<ArchivedFile> {
  const { tx, person } = making
  let newest = true
  for (const epoch of await keptEpochs(tx)) {
    const bundle = await orNothing(
      () => ownBundle(tx, person, epoch),
      // otherwise they were not here yet
      ({ code, message }) => code === 'wrong state' && making.leftOut.push(message),
    )
    if (bundle === undefined) continue
    yield file(`proofs/proof-${epoch}.json`, JSON.stringify(bundle))
    if (newest) yield file(`proofs/proof-${epoch}.html`, await proofPage(bundle))
    newest = false
  }
}

/** The parts of an archive, in their order. */
export const ARCHIVE_PARTS: readonly Part[] = [ownData, ownEntries, monthlyStatements, ownDocuments, ownProofs]

/** What is refused is none. */
async function orNothing<T>(make: () => Promise<T>, say: (why: Refusal) => unknown): Promise<T | undefined> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    say(error)
    return undefined
  }
}

function orLeftOut<T>({ leftOut }: Making, what: string, make: () => Promise<T>): Promise<T | undefined> {
  return orNothing(make, (why) => leftOut.push(`${what} is left out. ${why.message} All its lines are in ledger.csv.`))
}
