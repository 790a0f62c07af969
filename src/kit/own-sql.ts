import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * What one statement reads of one user, as a value of JSON: SQL in which `session.user_id` is that user, and the name that
 * it is prepared under. Whole numbers of 64 bits stand in it as texts: JSON would lose their ends.
 */
export type OwnSql<Json> = { readonly name: string; readonly json: string; readonly value?: Json }

/** A part of one, without a name of its own. */
export type OwnPart<Json> = Omit<OwnSql<Json>, 'name'>
type Parts = Record<string, OwnPart<unknown>>
type ValuesOf<Of extends Parts> = { [Part in keyof Of]: Of[Part] extends OwnPart<infer Json> ? Json : never }

/** Several parts as one: all of it is of one moment. */
export function inOneStatement<Of extends Parts>(name: string, parts: Of): OwnSql<ValuesOf<Of>> {
  const fields = Object.entries(parts).map(([part, { json }]) => `'${part}', ${json}`)
  return { name, json: `json_build_object(${fields.join(', ')})` }
}

/** Reads it of any user, whoever asks. */
export async function readOf<Json>(tx: Tx, own: OwnSql<Json>, userId: string): Promise<Json> {
  const { rows } = await sql<{ own: Json }>`
    SELECT ${sql.raw(own.json)} AS own FROM (SELECT ${userId}::uuid AS user_id) AS session`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('a statement without a table answers one row')
  return row.own
}
