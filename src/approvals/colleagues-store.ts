import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Colleague } from './second-rules.ts'

/**
 * Who holds a role that agrees to anything, or lost one after `since`, with what was done to their roles and sign-in since:
 * all by indexes.
 */
export async function selectColleagues(tx: Tx, since: Date): Promise<Colleague[]> {
  // Who asked for an invitation stands in the request, which has its id for a subject. Each person is looked up by their id.
  const { rows } = await sql<Colleague>`
    SELECT who.id, who.name, who.roles,
      CASE WHEN who.blocked_at IS NULL THEN 'no' WHEN who.blocked_at > ${since} THEN 'lately' ELSE 'before' END AS blocked,
      (
        SELECT coalesce(jsonb_agg(act ORDER BY at, id), '[]') FROM (
          SELECT line.at, line.id, jsonb_build_object('action', line.action, 'before', line.before->'roles',
            'after', line.after->'roles', 'by', ARRAY[line.actor_id, approval.asked_by]) AS act
          FROM audit_entry AS line LEFT JOIN approval ON approval.id = line.approval_id
          WHERE line.subject_id = who.id AND line.at > ${since}
            AND line.action IN ('set roles', 'block user', 'unblock user')
          UNION ALL
          SELECT accepted_at, invitation.id, jsonb_build_object('action', 'accept roles', 'before', '[]'::jsonb,
            'after', invitation.roles, 'by', ARRAY[invited_by, (
              SELECT asked_by FROM approval
              WHERE subject_id = invitation.id AND subject_kind = 'invitation' AND state = 'agreed' LIMIT 1)])
          FROM role_invitation AS invitation WHERE accepted_by = who.id AND accepted_at > ${since}
        ) AS done
      ) AS lately
    FROM (
      SELECT id FROM app_user WHERE roles <> '{}' AND roles && '{owner, reviewer}'
      UNION
      SELECT subject_id FROM audit_entry WHERE action = 'set roles' AND at > ${since} AND before->'roles' <> '[]'
    ) AS one
    CROSS JOIN LATERAL (SELECT id, name, roles, blocked_at FROM app_user WHERE id = one.id LIMIT 1) AS who
    ORDER BY who.id`.execute(tx)
  return rows
}
