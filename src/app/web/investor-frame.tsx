import { Suspense } from 'react'
import { Bell } from '#overview/web/bell.tsx'
import { whenIdle } from '#ui/idle.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { usePreload } from '#ui/preload.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWide } from '#ui/wide.ts'
import { BottomBar } from './bottom-bar.tsx'
import { investorBar } from './investor-bar.ts'
import { ScreenOutlet } from './screen-outlet.tsx'
import { SignedIn } from './signed-in.tsx'
import { StoryPlace } from './story-place.tsx'

// a phone shows the menu only when asked, so its code comes after the screens, but before it is asked for
const InvestorMenu = lazyPart(async () => (await import('./investor-menu.tsx')).InvestorMenu)
const preloadMenu = () => whenIdle().then(InvestorMenu.preload)

/** The investor's screens. Where there is room the menu stands open beside them as a rail, both in the middle of the window. */
export function InvestorFrame() {
  const wide = useWide()
  usePreload(preloadMenu)
  const menu = (
    <Suspense fallback={<Skeleton className="h-120" />}>
      <InvestorMenu />
    </Suspense>
  )
  return (
    <SignedIn menu={menu} beside actions={<Bell />}>
      <div className="mx-auto grid max-w-107.5 md:max-w-none lg:grid-cols-[15rem_minmax(0,72.5rem)] lg:justify-center lg:gap-6 lg:px-5">
        {wide && <aside className="sticky top-(--banner) screen-high overflow-y-auto px-1 py-5">{menu}</aside>}
        <div className="flex min-h-dvh min-w-0 flex-col lg:col-start-2">
          <ScreenOutlet className="flex-1 px-5 md:px-8 lg:px-0 lg:pb-8" />
          <BottomBar items={investorBar} className="lg:hidden" />
        </div>
      </div>
      <StoryPlace />
    </SignedIn>
  )
}
