import { adminScreens } from './admin-screens.ts'
import type { MenuItem } from './menu.ts'
import { SideMenu } from './side-menu.tsx'
import { WaitingBadge } from './admin-waiting-count.tsx'

const items: readonly MenuItem[] = Object.values(adminScreens).map((place) => ({
  to: place.to,
  icon: place.icon,
  label:
    'waits' in place ? (
      <>
        {place.label} <WaitingBadge kinds={place.waits} className="ms-auto" />
      </>
    ) : (
      place.label
    ),
}))

/** Everything an administrator can go to. */
export function AdminMenu() {
  return <SideMenu items={items} view="admin" />
}
