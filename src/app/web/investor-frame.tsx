import { Suspense } from 'react'
import { Bell } from '#overview/web/bell.tsx'
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

/**
 * The investor's screens: a phone-wide column in the middle, with the menu open beside it where there is room. A screen
 * that needs more width takes it from the other side, so that the menu stands in one place on all of them.
 */
export function InvestorFrame() {
  const wide = useWide()
  usePreload(InvestorMenu.preload)
  const menu = (
    <Suspense fallback={<Skeleton className="h-120" />}>
      <InvestorMenu />
    </Suspense>
  )
  return (
    <SignedIn menu={menu} beside actions={<Bell />}>
      <div className="mx-auto grid max-w-107.5 lg:max-w-none lg:grid-cols-[1fr_26.875rem_1fr] lg:gap-8">
        {wide && (
          <aside className="sticky top-(--banner) screen-high w-66 justify-self-end overflow-y-auto py-5">{menu}</aside>
        )}
        <div className="flex min-h-dvh min-w-0 flex-col lg:col-start-2 lg:has-[[data-wide]]:col-span-2 lg:has-[[data-wide]]:max-w-180">
          <ScreenOutlet className="flex-1 px-5" />
          <BottomBar items={investorBar} className="lg:hidden" />
        </div>
      </div>
      <StoryPlace />
    </SignedIn>
  )
}
