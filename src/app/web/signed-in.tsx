import { QueryClientProvider } from '@tanstack/react-query'
import { Menu as MenuIcon } from 'lucide-react'
import { Suspense, useEffect, type ReactNode } from 'react'
import * as text from '#texts/menu.ts'
import { useOwnUser } from '#identity/web/own-user.ts'
import { useUser } from '#identity/web/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { OfflineBanner } from '#ui/offline-banner.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { Panel } from '#ui/panel.tsx'
import { HeadActions } from '#ui/screen-head.tsx'
import { cache } from './cache.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { loadWhenReachable } from './load-when-reachable.ts'

const NewTerms = lazyPart(async () => (await import('#identity/web/new-terms.tsx')).NewTerms)

type SignedInProps = {
  menu: ReactNode
  /** On wide screens the menu stands beside the screens, so nothing has to open it. */
  beside: boolean
  /** At the right of every screen's head, before the menu. */
  actions?: ReactNode
  children: ReactNode
}

/** What both frames of the signed-in screens share: the reads, the events, the banner, the menu in a panel. */
export function SignedIn({ menu, beside, actions, children }: SignedInProps) {
  useEffect(begin, [])
  const panel = usePanel('menu')
  return (
    <QueryClientProvider client={cache}>
      <OwnUser investor={beside} />
      <OfflineBanner />
      <HeadActions
        value={
          <>
            {actions}
            <MenuButton onOpen={() => panel.show()} beside={beside} />
          </>
        }
      >
        {children}
      </HeadActions>
      <Panel open={panel.open} onClose={panel.close} title={text.menu} side="end">
        {menu}
      </Panel>
    </QueryClientProvider>
  )
}

function MenuButton({ onOpen, beside }: { onOpen: () => void; beside: boolean }) {
  const user = useUser()
  return (
    <button
      type="button"
      aria-label={text.menu}
      onClick={onOpen}
      className={`-me-2.5 grid size-11 place-items-center rounded-full lg:me-0 ${beside ? 'lg:hidden' : ''}`}
    >
      <MenuIcon className={`size-6 ${beside ? '' : 'lg:hidden'}`} aria-hidden />
      {user && !beside && <Avatar name={user.name} picture={user.profile} className="size-9 text-12 max-lg:hidden" />}
    </button>
  )
}

/** Keeps the stored user as the server knows them (roles, identity check, picture), and asks investors to accept new terms. */
function OwnUser({ investor }: { investor: boolean }) {
  const own = useOwnUser()
  if (!investor || !own?.terms_to_accept) return null
  return (
    <Suspense>
      <NewTerms />
    </Suspense>
  )
}

/** What goes on as long as somebody is signed in. Returns what ends it. */
function begin(): () => void {
  const ends = [listenToEvents(), keepReads()]
  return () => ends.forEach((end) => end())
}

/** Keeps what was read for when there is no connection. Its code comes after the screens. */
function keepReads(): () => void {
  return loadWhenReachable(
    () => import('./kept-reads.ts'),
    (kept, ended) => kept.keepReads(cache, ended),
  )
}

/** What is painted first does not wait for the code that listens. */
function listenToEvents(): () => void {
  return loadWhenReachable(
    () => import('./events.ts'),
    ({ followEvents }, ended) => void followEvents(cache, ended),
  )
}
