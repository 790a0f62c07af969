import { PageHead } from '#ui/page-head.tsx'

export function AdminAuditScreen() {
  return <PageHead over="Audit Log" title="Audit Log" />
}
