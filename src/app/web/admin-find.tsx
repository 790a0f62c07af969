import { FindDialog } from '#desk/find/find-dialog.tsx'
import { adminScreens } from './admin-screens.ts'
import { paths } from './paths.ts'

/** All that the menu leads to. Every role may see every screen of the desk. */
const screens = [
  { to: paths.home, label: 'Dashboard', short: 'Home', icon: Tiles },
  ...Object.values(adminScreens),
  { to: paths.profile, label: 'Profile', short: 'Profile', icon: adminScreens.users.icon },
]

/** The search over everything, with the screens of the desk. */
export function AdminFind({ onClose }: { onClose: () => void }) {
  return <FindDialog screens={screens} onClose={onClose} />
}

function Tiles({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" className={className} aria-hidden>
      <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z" strokeLinejoin="round" />
    </svg>
  )
}
