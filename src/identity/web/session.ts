import { useSyncExternalStore } from 'react'
import type { Plan } from '#plans/contract.ts'
import { forgetText } from '#ui/kept-text.ts'
import { hideAmounts } from '#ui/shown-amounts.ts'
import { readStored, readStoredText, writeStored, writeStoredText } from '#ui/stored.ts'
import type { Wallet } from '#wallets/contract.ts'
import { forgetSignedOut } from './signed-out-note.ts'
import type { User } from '#users/contract.ts'

/** What a sign-in, a registration and a verification answer. */
type Opened = { access_token: string; user: User; plans: Plan[]; wallets: Wallet[] }

/** Which of the four sets of screens this device shows. The server checks every call itself. */
export type View = 'visitor' | 'unverified' | 'investor' | 'admin'

const LOCAL_DATA = [
  'auth-token',
  'user',
  'plans',
  'wallets',
  'user-type',
  'selected-plan',
  'selected-investment',
  'selected-admin-record',
]
const listeners = new Set<() => void>()

/** Keeps a session on this device. */
export function storeSession({ access_token, user, plans, wallets }: Opened) {
  closeSession()
  forgetSignedOut()
  writeStoredText('auth-token', access_token)
  writeStored('plans', plans)
  writeStored('wallets', wallets)
  storeUser(user)
}

/** Forgets everything of the session on this device, which amounts were shown, and what was kept for offline; the theme stays. */
export function closeSession() {
  for (const key of LOCAL_DATA) writeStoredText(key, null)
  hideAmounts()
  forgetText()
}

/** Keeps the user as the server now knows them, and tells every screen that shows them. */
export function storeUser(user: User) {
  writeStored('user', user)
  for (const listener of listeners) listener()
}

/** The signed-in user, as last heard from the server. */
export function useUser(): User | null {
  const text = useSyncExternalStore(
    subscribe,
    () => readStoredText('user'),
    // a page that is made at build time is nobody's
    () => null,
  )
  return parsed(text)
}

export function readView(): View {
  const user = readStored<User>('user')
  if (!user) return 'visitor'
  if (!user.verified) return 'unverified'
  const type = readStoredText('user-type') ?? user.role
  return type === 'admin' && user.roles.length > 0 ? 'admin' : 'investor'
}

/** Shows the other set of screens to someone who holds a role. */
export function switchView(to: 'admin' | 'normal') {
  writeStoredText('user-type', to)
  location.assign('/')
}

function parsed(text: string | null): User | null {
  return text === null ? null : (JSON.parse(text) as User)
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', changed)
  }
}
