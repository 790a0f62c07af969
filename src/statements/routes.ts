import { Buffer } from 'node:buffer'
import type { Database } from '#kit/database.ts'
import { readLimit } from '#lists/page.ts'
import type { Routes } from '#kit/routes.ts'
import { takingTurns } from '#kit/turns.ts'
import { awaitMovements } from './await-movements.ts'
import type { statementsContract } from './contract.ts'
import { exportOf } from './export.ts'
import { accountStory } from './read.ts'
import { dayInZone } from './rules.ts'
import { statementOf, type Statement } from './statement.ts'
import { asCsv } from './write-csv.ts'
import { asPdf } from './write-pdf.ts'

const MOST_CSV_LINES = 20_000
/** Before the earnings of a day become one line. */
const MOST_PRINTED = 50_000
/** Files that are made at a time: each holds a connection to the database and tens of megabytes meanwhile. */
const AT_ONCE = 2

/** The calls of this slice. */
export function statementsRoutes({ db }: { db: Database }): Routes<typeof statementsContract> {
  const turn = takingTurns(AT_ONCE)
  return {
    'GET /api/story/:account': ({ actor, params, query, read }) =>
      read((tx) => accountStory(tx, actor, params.account, { cursor: query.cursor, limit: readLimit(query.limit) })),
    'GET /api/statement': async ({ actor, query: { cursor, limit, ...asked }, read }) => {
      const now = await awaitMovements(db, actor, asked)
      return read((tx) => statementOf(tx, now, actor, asked, { cursor, limit: readLimit(limit) }))
    },
    'GET /api/statement.csv': ({ actor, query, read }) =>
      turn(async () => {
        const now = await awaitMovements(db, actor, query)
        const statement = await read((tx) => statementOf(tx, now, actor, query, { most: MOST_CSV_LINES }))
        return { name: nameOf(statement, 'csv'), type: 'text/csv; charset=utf-8', bytes: asCsv(statement) }
      }, actor.userId),
    'GET /api/statement.pdf': ({ actor, query, read }) =>
      turn(async () => {
        const now = await awaitMovements(db, actor, query)
        const statement = await read((tx) => statementOf(tx, now, actor, query, { most: MOST_PRINTED }))
        return { name: nameOf(statement, 'pdf'), type: 'application/pdf', bytes: await asPdf(statement, actor) }
      }, actor.userId),
    'GET /api/export': ({ actor, read }) =>
      turn(async () => {
        const kept = await read((tx) => exportOf(tx, actor))
        const name = `plumb-export-${dayInZone(new Date(kept.made_at), 'UTC')}.json`
        const bytes = Buffer.from(JSON.stringify(kept, null, 1))
        return { name, type: 'application/json; charset=utf-8', bytes }
      }, actor.userId),
  }
}

function nameOf({ from, to, account }: Statement, ending: string): string {
  return `plumb-statement-${account === 'all' ? '' : `${account}-`}${from}-to-${to}.${ending}`
}
