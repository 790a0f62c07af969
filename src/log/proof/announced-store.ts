import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kit/database.ts'

/** What the house announces of its rows, as types of entries. */
export type AnnouncedType = 'plan' | 'setting' | 'backing' | 'day'

/** A row that is not what was announced of it. */
export type UnlikeAnnounced = {
  type: AnnouncedType
  /** its name or day */
  called: string
  is: 'another' | 'gone' | 'unsaid'
  /** the columns in which it is another */
  fields: string[]
  /** where the first of these, or else anything of it, was announced last; null where that has no position */
  position: number | null
}

/**
 * How many rows the house announces, of settings those with these names, and has announced; and the first that is not what
 * was announced of it. Each column is held to the last announcement, in the order of the log, that has it: an announcement
 * may be older than a column, and what one leaves out was said before it.
 */
export async function selectUnlikeAnnounced(
  tx: Tx,
  settings: readonly string[],
): Promise<{ looked: number; unlike: UnlikeAnnounced | undefined }> {
  const { rows } = await sql<{ looked: number } & (Found | { type: null })>`
    WITH announced AS MATERIALIZED (
      SELECT type, id, convert_from(bytes, 'UTF8')::jsonb AS whole,
        -- each is looked up: nearly all positions are of transfers, and a join might read them
        (SELECT position FROM log_position WHERE announcement_id = log_announcement.id) AS position
      FROM log_announcement WHERE type IN ('plan', 'setting', 'backing', 'day')
    ), last AS MATERIALIZED (
      SELECT type,
        CASE type WHEN 'plan' THEN whole ->> 'id' WHEN 'setting' THEN whole ->> 'name' WHEN 'day' THEN whole ->> 'day'
          ELSE 'backing' END AS which,
        jsonb_object_agg(key, value ORDER BY position NULLS LAST, id) AS said,
        jsonb_object_agg(key, position ORDER BY position NULLS LAST, id) AS positions
      FROM announced, jsonb_each(whole) GROUP BY 1, 2
    ), compared AS MATERIALIZED (
      ${compare('plan', sql`plan`, { which: sql`id::text`, called: 'name' })}
      UNION ALL
      ${compare('setting', sql`setting`, { which: sql`name`, called: 'name', among: sql`which = ANY (${[...settings]}::text[])` })}
      UNION ALL
      ${compare('backing', sql`backing`, { which: sql`'backing'`, called: 'mode' })}
      UNION ALL
      ${compare('day', sql`books_day`, { which: sql`day::text`, called: 'day' })}
    )
    SELECT looked, unlike.* FROM (SELECT count(*)::integer AS looked FROM compared) AS counted LEFT JOIN (
      SELECT type, called, "is", fields,
        CASE WHEN "is" = 'another' THEN (positions ->> fields[1])::bigint
          ELSE (SELECT max(value::bigint) FROM jsonb_each_text(positions)) END AS position
      FROM compared WHERE "is" <> 'same' ORDER BY array_position('{plan,setting,backing,day}', type), called LIMIT 1
    ) AS unlike ON true`.execute(tx)
  const [{ looked, ...unlike } = { looked: 0, type: null }] = rows
  if (unlike.type === null) return { looked, unlike: undefined }
  return { looked, unlike: { ...unlike, position: unlike.position === null ? null : Number(unlike.position) } }
}

type Found = Omit<UnlikeAnnounced, 'position'> & { position: bigint | null }

/**
 * The rows of a table, and those of which something was announced, with what becomes of the comparison. A row is compared
 * with itself as what was announced would make it, so that the zone in which a connection writes times makes no difference.
 */
function compare(
  type: AnnouncedType,
  table: RawBuilder<unknown>,
  { which, called, among = sql`true` }: { which: RawBuilder<unknown>; called: string; among?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    SELECT ${sql.lit(type)} AS type, coalesce(present, said) ->> ${sql.lit(called)} AS called, positions, fields,
      CASE WHEN present IS NULL THEN 'gone' WHEN said IS NULL THEN 'unsaid' WHEN fields <> '{}' THEN 'another' ELSE 'same' END AS "is"
    FROM (
      SELECT which, said, positions, to_jsonb(row) AS present, to_jsonb(jsonb_populate_record(row, said)) AS as_said
      FROM (SELECT ${table} AS row, ${which} AS which FROM ${table}) AS standing
      FULL JOIN (SELECT * FROM last WHERE type = ${sql.lit(type)}) AS last USING (which)
    ) AS both_sides, LATERAL (
      SELECT coalesce(array_agg(key ORDER BY key), '{}') AS fields FROM jsonb_each(present)
      WHERE present <> as_said AND value IS DISTINCT FROM as_said -> key
    ) AS differing WHERE ${among}`
}
