import { adminMenu } from './admin-places.ts'
import { SideMenu } from './side-menu.tsx'

/** Everything an administrator can go to. */
export function AdminMenu() {
  return <SideMenu items={adminMenu} view="admin" />
}
