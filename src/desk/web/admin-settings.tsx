import { PageHead } from '#ui/page-head.tsx'

export function AdminSettingsScreen() {
  return <PageHead over="Settings" title="Settings" />
}
