import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { showSix } from '#money/show.ts'
import { isChanged, isWritten } from './mark.ts'
import { firstOf, inOrderOfId, isIn, type IdRange } from './pieces.ts'
import type { Looked, Proof, Scope, Wrong } from './proof.ts'
import { type Difference, FIRST_DIFFERENCE, showRequired } from './record-proof.ts'

/** What a line of the audit log that names an amount has posted. */
type ActProof = {
  name: string
  of: string
  /** what the log calls them */
  actions: readonly string[]
  /** what their transfers are called, which nothing else is */
  kinds: readonly string[]
  reference: 'user' | 'wallet' | 'reserve'
  /** of `act`: `id`, the `kind` and `owner_id` of an account, and `amount`, debits positive */
  required: RawBuilder<unknown>
}

/** Every such act has posted what it says, and every such transfer has its act. */
export function actProof(asked: ActProof): Proof {
  return {
    name: asked.name,
    of: asked.of,
    async prove(scope) {
      const acts = await proveActs(scope, asked)
      return acts.wrong === undefined ? { looked: acts.looked, wrong: await findWithoutAct(scope, asked) } : acts
    },
  }
}

/**
 * Somebody's transfer that names no act: only of before transfers did. It belongs to one of the lines about its record,
 * and which it is cannot be told, so of such a record all lines together are held to all transfers.
 */
const IS_EARLY = sql<SqlBool>`transfer.act_id IS NULL AND transfer.actor_id IS NOT NULL
  AND transfer.created_at < (SELECT applied_at FROM migration WHERE name = '0047_acts.sql')`

function proveActs(scope: Scope, { actions, kinds, reference, required }: ActProof): Promise<Looked> {
  const { tx, since } = scope
  const which = sql<SqlBool>`action = ANY(${actions}::text[]) AND ${isChanged('audit_entry', since)}`
  const isOne = sql`transfer.kind = ANY(${kinds}::transfer_kind[])`
  const statement = (piece: IdRange) => sql<Difference & { subject_id: string; early: boolean }>`
    WITH picked AS MATERIALIZED (
      SELECT id, subject_id FROM audit_entry WHERE ${isIn('audit_entry', piece)} AND ${which}
    ),
    subject AS MATERIALIZED (
      SELECT subject_id, EXISTS (
        SELECT FROM transfer WHERE reference_id = one.subject_id AND ${isOne} AND ${IS_EARLY}) AS early
      FROM (SELECT DISTINCT subject_id FROM picked) AS one
    ),
    act AS MATERIALIZED (
      SELECT line.id AS own_id, line.id, subject_id, action, after, false AS early
      FROM picked JOIN subject USING (subject_id) JOIN audit_entry AS line USING (id, subject_id) WHERE NOT early
      UNION ALL
      SELECT id, first_value(id) OVER (PARTITION BY subject_id ORDER BY id), subject_id, action, after, true
      FROM subject JOIN audit_entry USING (subject_id) WHERE early AND action = ANY(${actions}::text[])
    ),
    posted AS (
      SELECT act.id, transfer.id AS transfer_id FROM act
      JOIN transfer ON transfer.act_id = act.own_id AND transfer.reference_id = act.subject_id AND ${isOne}
      UNION ALL
      SELECT act.id, transfer.id FROM act JOIN transfer ON transfer.reference_id = act.subject_id AND ${isOne}
      WHERE act.early AND act.id = act.own_id AND ${IS_EARLY}
    ),
    line AS (
      SELECT id, kind, owner_id, amount AS required, 0::bigint AS posted FROM (
        WITH act AS (
          SELECT id, subject_id, action, after, round((after ->> 'amount')::numeric * 1000000) AS amount FROM act
        )
        ${required}
      ) AS required
      UNION ALL
      SELECT posted.id, account.kind, account.owner_id, 0, entry.amount FROM posted
      JOIN entry USING (transfer_id) JOIN account ON account.id = entry.account_id
    ),
    first AS (${FIRST_DIFFERENCE})
    SELECT first.*, act.subject_id, act.early FROM first JOIN act ON act.own_id = first.id`
  return inOrderOfId(scope, 'audit_entry', which, (piece) =>
    firstOf(tx, statement(piece), ({ id, account, subject_id, early, ...amounts }) => {
      const [said, posted] = [showRequired(amounts.required), showSix(amounts.posted)]
      const place = account ?? 'an account'
      return {
        record: { kind: reference, id: subject_id },
        ...(account === null ? {} : { account }),
        says: early
          ? `The lines of the audit log about the ${reference} ${subject_id} require ${said} on ${place}; ${posted} is posted with them there.`
          : `The line ${id} of the audit log requires ${said} on ${place}; ${posted} is posted with it there.`,
      }
    }),
  )
}

/** The first transfer that no line about its record says. */
async function findWithoutAct(scope: Scope, { actions, kinds, reference }: ActProof): Promise<Wrong | undefined> {
  const { tx, since } = scope
  const which = sql<SqlBool>`kind = ANY(${kinds}::transfer_kind[]) AND ${isWritten(since)}`
  const { wrong } = await inOrderOfId(scope, 'transfer', which, (piece) =>
    firstOf(
      tx,
      sql<{ id: string; reference_id: string }>`
        SELECT id::text AS id, reference_id FROM transfer
        WHERE ${isIn('transfer', piece)} AND ${which} AND CASE WHEN ${IS_EARLY}
          THEN NOT EXISTS (SELECT FROM audit_entry WHERE subject_id = reference_id AND action = ANY(${actions}::text[]))
          ELSE NOT EXISTS (
            SELECT FROM audit_entry
            WHERE audit_entry.id = act_id AND subject_id = reference_id AND action = ANY(${actions}::text[]))
          END
        ORDER BY transfer.id LIMIT 1`,
      ({ id, reference_id }) => ({
        transfer: id,
        record: { kind: reference, id: reference_id },
        says: `The transfer ${id} belongs to no line of the audit log that says so.`,
      }),
    ),
  )
  return wrong
}

/** Between what somebody did and what it counts from: in between, the locks are waited for. */
export const APART = sql`interval '5 minutes'`

/** Whatever somebody posted is in the audit log: under their name, about its record, and of that time. */
export const ACTS_PROOF: Proof = {
  name: 'Each transfer that somebody made is in the audit log, under their name and of its time',
  of: 'transfers',
  prove: (scope) => {
    const { tx, since } = scope
    const which = sql<SqlBool>`actor_id IS NOT NULL AND ${isWritten(since)}`
    return inOrderOfId(scope, 'transfer', which, (piece) =>
      firstOf(
        tx,
        // earnings are posted before whatever moves them, of all investments of the same person
        sql<{ id: string }>`
          SELECT id::text AS id FROM transfer
          WHERE ${isIn('transfer', piece)} AND ${which} AND NOT (${IS_EARLY}) AND NOT EXISTS (
            SELECT FROM audit_entry AS act WHERE act.id = transfer.act_id AND act.actor_id = transfer.actor_id
              AND (act.subject_id = transfer.reference_id OR transfer.kind = 'investment earned')
              AND transfer.effective_at BETWEEN act.at - ${APART}
                AND act.at + ${APART})
          ORDER BY transfer.id LIMIT 1`,
        ({ id }) => ({
          transfer: id,
          says: `The transfer ${id} belongs to no line of the audit log by whoever made it, about its record and of its time.`,
        }),
      ),
    )
  },
}
