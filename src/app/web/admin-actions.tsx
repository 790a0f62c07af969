import { FindButton } from '#desk/find/find-button.tsx'
import { DeskBell } from '#notifications/web/desk-bell.tsx'

/** What stands in the head of every screen of the desk. */
export function AdminActions({ onFind }: { onFind: () => void }) {
  return (
    <>
      <FindButton onFind={onFind} />
      <DeskBell />
    </>
  )
}
