import type { ExportedList } from '#lists/export-list.ts'
import type { AuditLine, AuditQuery } from './contract.ts'
import { listLines } from './read.ts'
import { actionInWords } from './rules.ts'

/** Values as the log holds them, as JSON. */
export const auditFile: ExportedList<AuditLine, AuditQuery> = {
  name: 'audit-log',
  columns: [
    ['Id', ({ id }) => id],
    ['Time', ({ at }) => at],
    ['Who', ({ actor, job }) => actor?.name ?? job ?? ''],
    ['Who, id', ({ actor }) => actor?.id ?? ''],
    ['Asked for by', ({ asked_by }) => asked_by?.name ?? ''],
    ['From', ({ address }) => address ?? ''],
    ['Device', ({ device }) => device ?? ''],
    ['What', ({ action }) => actionInWords(action)],
    ['Action', ({ action }) => action],
    ['Record', ({ subject }) => subject.kind],
    ['Record, id', ({ subject }) => subject.id],
    ['Record, name', ({ subject }) => subject.name ?? ''],
    ['Before', ({ before }) => (before === null ? '' : JSON.stringify(before))],
    ['After', ({ after }) => (after === null ? '' : JSON.stringify(after))],
    ['Reason', ({ reason }) => reason ?? ''],
  ],
  page: listLines,
}
