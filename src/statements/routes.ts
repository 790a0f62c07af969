import type { Clock } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { readLimit } from '#lists/page.ts'
import type { Routes } from '#kit/routes.ts'
import { operatorName } from '#mail/operator-name.ts'
import { takingTurns } from '#kit/turns.ts'
import { awaitMovements } from './await-movements.ts'
import type { statementsContract } from './contract.ts'
import { exportOf } from './export.ts'
import { printPdf } from './print-pdf.ts'
import { accountStory } from './read.ts'
import { dayInZone } from './rules.ts'
import { statementDays } from './statement-days.ts'
import { statementOf, type Statement } from './statement.ts'
import { worthOf } from './worth.ts'
import { asCsv } from './write-csv.ts'
import { asJson } from './write-json.ts'

const MOST_CSV_LINES = 20_000
/** Before the earnings of a day become one line. */
const MOST_PRINTED = 50_000
/** Files that are made at a time: each holds a connection to the database and tens of megabytes meanwhile. */
const FILES = 2
/** Periods that are added up for a screen at a time: one of ten years keeps the database busy for a quarter of a second. */
const PERIODS = 2

/** The calls of this slice. */
export function statementsRoutes({ db, clock }: { db: Database; clock: Clock }): Routes<typeof statementsContract> {
  const makeFile = takingTurns(FILES)
  const addUp = takingTurns(PERIODS)
  return {
    'GET /api/story/:account': ({ actor, params, query, read }) =>
      read((tx) => accountStory(tx, actor, params.account, { cursor: query.cursor, limit: readLimit(query.limit) })),
    'GET /api/statement': ({ actor, query: { cursor, limit, order, ...asked }, read }) =>
      addUp(async () => {
        const now = await awaitMovements(db, actor, asked)
        return read((tx) => statementOf(tx, now, actor, asked, { cursor, limit: readLimit(limit), order }))
      }, actor.userId),
    'GET /api/statement-days': ({ actor, query: { cursor, limit, ...asked }, read }) =>
      addUp(async () => {
        const now = await awaitMovements(db, actor, asked)
        return read((tx) => statementDays(tx, now, actor, asked, { cursor, limit: readLimit(limit) }))
      }, actor.userId),
    'GET /api/worth': ({ actor, query, read }) => read((tx) => worthOf(tx, actor, query)),
    'GET /api/statement.csv': ({ actor, query, read }) =>
      makeFile(async () => {
        const now = await awaitMovements(db, actor, query)
        const statement = await read((tx) => statementOf(tx, now, actor, query, { most: MOST_CSV_LINES }))
        return { name: nameOf(statement, 'csv'), type: 'text/csv; charset=utf-8', bytes: await asCsv(statement) }
      }, actor.userId),
    'GET /api/statement.pdf': ({ actor, query, read }) =>
      makeFile(async () => {
        const now = await awaitMovements(db, actor, query)
        const [statement, operator] = await read(async (tx): Promise<[Statement, string]> => [
          await statementOf(tx, now, actor, query, { most: MOST_PRINTED }),
          await operatorName(tx),
        ])
        const bytes = await printPdf(statement, actor, operator)
        return { name: nameOf(statement, 'pdf'), type: 'application/pdf', bytes }
      }, actor.userId),
    'GET /api/export': ({ actor, read }) =>
      makeFile(async () => {
        const kept = await read((tx) => exportOf(tx, clock, actor))
        const name = `plumb-export-${dayInZone(new Date(kept.made_at), 'UTC')}.json`
        return { name, type: 'application/json; charset=utf-8', bytes: await asJson(kept) }
      }, actor.userId),
  }
}

function nameOf({ from, to, account }: Statement, ending: string): string {
  return `plumb-statement-${account === 'all' ? '' : `${account}-`}${from}-to-${to}.${ending}`
}
