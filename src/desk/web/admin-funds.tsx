import { PageHead } from '#ui/page-head.tsx'

export function AdminFundsScreen() {
  return <PageHead over="Funds" title="Funds" />
}
