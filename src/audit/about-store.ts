import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { containing } from '#lists/page.ts'

/** Who lines of the log are about: whoever they name, and whose identity check or list match they name. */

/** The ids of those whose name or e-mail contains a text in lower case. */
export async function selectPeople(tx: Tx, q: string, most: number): Promise<string[]> {
  const people = sql<{ id: string }>`SELECT id FROM app_user AS person WHERE ${isCalled(q)} LIMIT ${most}`
  return (await people.execute(tx)).rows.map(({ id }) => id)
}

/** What is about these people: they themselves, their identity checks and the list matches of their names. */
export async function selectAbout(tx: Tx, people: readonly string[]): Promise<string[]> {
  const { rows } = await withChecks(sql`SELECT unnest(${people}::uuid[]) AS id`).execute(tx)
  return rows.map(({ id }) => id)
}

/** Whose identity check, or list match, a record is; null of any other. */
export function checkedIn(subjectId: RawBuilder<unknown>) {
  return sql`coalesce((SELECT user_id FROM identity_check WHERE id = ${subjectId}), (SELECT user_id FROM screening_hit WHERE id = ${subjectId}))`
}

/** The ids of people, and of their identity checks and list matches. */
function withChecks(people: RawBuilder<unknown>): RawBuilder<{ id: string }> {
  return sql`SELECT id FROM (${people}) AS person UNION ALL SELECT id FROM identity_check WHERE user_id IN (${people})
    UNION ALL SELECT id FROM screening_hit WHERE user_id IN (${people})`
}

function isCalled(q: string): RawBuilder<SqlBool> {
  return sql`(lower(person.name) LIKE ${containing(q)} OR lower(person.email) LIKE ${containing(q)})`
}

/** Whether somebody who is so called did it, or it is about them. */
export function isAboutMeant(q: string): RawBuilder<SqlBool> {
  const meant = sql`SELECT person.id FROM app_user AS person WHERE ${isCalled(q)}`
  // IS TRUE, or it becomes a join, for which the planner has to guess how many are meant.
  return sql<SqlBool>`(actor_id IN (${meant}) OR subject_id IN (${withChecks(meant)})) IS TRUE`
}

/** The same of a line of `near`, one by one: for few lines. */
export function isMeantNear(q: string): RawBuilder<SqlBool> {
  const isMeant = (id: RawBuilder<unknown>) =>
    sql`(SELECT ${isCalled(q)} FROM app_user AS person WHERE person.id = ${id})`
  const subject = sql.ref('near.subject_id')
  return sql`(${isMeant(sql.ref('near.actor_id'))} OR ${isMeant(subject)} OR ${isMeant(checkedIn(subject))})`
}
