import { PageHead } from '#ui/page-head.tsx'

export function AcceptRolesScreen() {
  return <PageHead over="Invitation" title="Invitation" />
}
