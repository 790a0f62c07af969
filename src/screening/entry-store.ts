import { sql, type Insertable } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { ScreeningEntry, ScreeningImport } from '#kit/database-schema.ts'
import type { ListName } from './rules.ts'

export type NewEntry = Pick<Insertable<ScreeningEntry>, 'id' | 'uid' | 'about' | 'hash'> & {
  births: string[]
  countries: string[]
}
export type NewName = { entry_id: string; name: string; strong: boolean; keys: string[]; keys_made: number }

/** Rows of one statement: some tenths of a second. */
const PIECE = 1000

/** One import at a time, whatever process it is made in. */
export async function lockImports(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('screening import', 0))`.execute(tx)
}

export async function insertImport(tx: Tx, row: Insertable<ScreeningImport>): Promise<void> {
  await tx.insertInto('screening_import').values(row).execute()
}

/** What is known of a list’s entries: by the list’s own numbers, what they say. */
export async function selectHashes(tx: Tx, list: ListName): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('screening_entry').select(['uid', 'hash']).where('list', '=', list).execute()
  return new Map(rows.map(({ uid, hash }) => [uid, hash]))
}

/** Takes entries off a list, their names with them. */
export async function deleteEntries(tx: Tx, list: ListName, uids: readonly string[]): Promise<void> {
  for (const some of pieces(uids)) {
    await tx
      .deleteFrom('screening_entry')
      .where('list', '=', list)
      .where(sql<boolean>`uid = ANY(${some}::text[])`)
      .execute()
  }
}

/** Adds entries to a list, and their names. */
export async function insertEntries(
  tx: Tx,
  { list, importId }: { list: ListName; importId: string },
  entries: readonly NewEntry[],
  names: readonly NewName[],
): Promise<void> {
  for (const some of pieces(entries)) {
    await sql`
      INSERT INTO screening_entry (id, list, uid, births, countries, about, hash, import_id)
      SELECT id, ${list}, uid, births, countries, about, hash, ${importId}::uuid
      FROM jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        AS entry (id uuid, uid text, births text[], countries text[], about text, hash text)`.execute(tx)
  }
  for (const some of pieces(names)) {
    await sql`
      INSERT INTO screening_name (entry_id, name, strong, keys, keys_made)
      SELECT entry_id, name, strong, keys, keys_made
      FROM jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        AS listed (entry_id uuid, name text, strong boolean, keys text[], keys_made smallint)`.execute(tx)
  }
}

/** A listed name that might be somebody’s, with what its list says of whoever has it. */
export type Candidate = {
  name: string
  strong: boolean
  entry_id: string
  list: ListName
  uid: string
  births: string[]
  countries: string[]
  about: string
  hash: string
}

/**
 * The listed names that have one of these keys, of all lists. Each key is looked up by itself, and each entry: of many at
 * once the database expects so many that it reads all names and compares each with all keys, which takes seconds for a name
 * of six parts.
 */
export async function selectCandidates(tx: Tx, keys: readonly string[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT DISTINCT ON (listed.id) name, strong, entry_id, list, uid, births, countries, about, hash
    FROM unnest(${keys}::text[]) AS asked (key)
    CROSS JOIN LATERAL (SELECT * FROM screening_name WHERE keys @> ARRAY[asked.key] OFFSET 0) AS listed
    CROSS JOIN LATERAL (SELECT * FROM screening_entry WHERE id = entry_id OFFSET 0) AS entry`.execute(tx)
  return rows
}

/** All names of these entries. */
export async function selectNamesOf(
  tx: Tx,
  entryIds: readonly string[],
): Promise<{ entry_id: string; name: string }[]> {
  return tx
    .selectFrom('screening_name')
    .select(['entry_id', 'name'])
    .where(sql<boolean>`entry_id = ANY(${entryIds}::uuid[])`)
    .orderBy('id')
    .execute()
}

function pieces<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / PIECE) }, (_, at) => items.slice(at * PIECE, (at + 1) * PIECE))
}
