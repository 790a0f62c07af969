import { readStored } from '#ui/stored.ts'
import type { User } from '#users/contract.ts'

const personHere = () => readStored<User>('user')?.id

/**
 * A page belongs to the person who was signed in on this device when it was opened. Where that has changed, in another
 * tab or since the browser put the page away whole, it is loaded again, so that nobody sees another's figures or
 * finds their password. Only a visitor's page stays as it is while it is used: something may be half typed there.
 */
export function reloadOnUserChange() {
  const whose = personHere()
  let changed = false
  const check = () => (changed ||= personHere() !== whose)
  addEventListener('storage', () => whose !== undefined && check() && location.reload())
  addEventListener('pagehide', check)
  addEventListener('pageshow', () => check() && location.reload())
}
