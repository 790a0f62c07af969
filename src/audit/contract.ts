import { Type, type Static, type TSchema } from 'typebox'
import { ByWhom, Fields, Id, Nullable, Text, Time, type Contract } from '#kit/wire.ts'
import { countCall, csvCall, itemCall, pageCall, PageQuery } from '#lists/contract.ts'

/**
 * What has happened to a record, oldest first: what was so before (null at its making), and after. `by_name` is the
 * administrator who did it, for administrators alone.
 */
export const History = <Facts extends TSchema>(facts: Facts) =>
  Type.Array(
    Type.Object({
      at: Time,
      by: ByWhom,
      by_name: Type.Optional(Type.String()),
      before: Nullable(facts),
      after: facts,
      reason: Nullable(Type.String()),
      /** lines between the one before and this one are left out: the audit log and the export of one's own data have them */
      after_gap: Type.Optional(Type.Literal(true)),
    }),
  )

/** One entry of the audit log. */
export const AuditLine = Type.Object({
  id: Id,
  at: Time,
  /** null if it happened automatically: then `job` says what did it */
  actor: Nullable(Type.Object({ id: Id, name: Type.String() })),
  /** who asked for it, where `actor` agreed to it as second administrator */
  asked_by: Nullable(Type.Object({ id: Id, name: Type.String() })),
  job: Nullable(Type.String()),
  /** where the request came from */
  address: Nullable(Type.String()),
  /** from what device, in words; null where that was not written down, or nobody asked */
  device: Nullable(Type.String()),
  action: Type.String(),
  /** `name` is that of a user, a payment wallet, a plan or a setting, or of whose record it is, as it is now */
  subject: Type.Object({ kind: Type.String(), id: Id, name: Nullable(Type.String()) }),
  before: Type.Unknown(),
  after: Type.Unknown(),
  reason: Nullable(Type.String()),
})
export type AuditLine = Static<typeof AuditLine>

const { cursor, limit, from, to } = PageQuery.properties
const narrowed = {
  /** part of the name or e-mail of whoever did it or whose account, identity check or list match it was done to, or the beginning of a record's id */
  q: PageQuery.properties.q,
  /** one or more, parted by commas */
  action: Type.Optional(Text(1000, 0)),
  /** of the record: `investment`, `wallet`; one or more, parted by commas */
  kind: Type.Optional(Text(200, 0)),
  from,
  to,
  sort: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
}
export const AuditQuery = Fields(narrowed)
export type AuditQuery = Static<typeof AuditQuery>

export const auditContract = {
  'GET /api/admin/audit': pageCall(
    'Who did what to which record, when, from where and why; newest first unless asked otherwise',
    AuditLine,
    Fields({ ...narrowed, cursor, limit }),
  ),
  'GET /api/admin/audit/:id': itemCall('One entry of the audit log', AuditLine),
  'GET /api/admin/audit/count': countCall('How many entries of the audit log a list has in all', AuditQuery),
  'GET /api/admin/audit/csv': csvCall('The audit log as a file for spreadsheets', AuditQuery),
} as const satisfies Contract
