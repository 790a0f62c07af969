import { lazy, Suspense } from 'react'
import { Bell } from '#overview/web/bell.tsx'
import { useWide } from '#ui/wide.ts'
import { BottomBar } from './bottom-bar.tsx'
import { investorBar } from './investor-bar.ts'
import { Page } from './page.tsx'
import { SignedIn } from './signed-in.tsx'

// a phone shows the menu only when asked, so its code comes after the screens
const InvestorMenu = lazy(async () => ({ default: (await import('./investor-menu.tsx')).InvestorMenu }))

/** The investor's screens: a phone-wide column, with the menu open beside it where there is room. */
export function InvestorFrame() {
  const wide = useWide()
  const menu = (
    <Suspense>
      <InvestorMenu />
    </Suspense>
  )
  return (
    <SignedIn menu={menu} beside actions={<Bell />}>
      <div className="mx-auto flex max-w-107.5 justify-center lg:max-w-none lg:gap-12">
        {wide && <aside className="sticky top-0 h-dvh w-66 shrink-0 overflow-y-auto py-5">{menu}</aside>}
        <div className="flex min-h-dvh w-full flex-col lg:max-w-107.5">
          <Page className="flex-1 px-5 pb-8" />
          <BottomBar items={investorBar} className="lg:hidden" />
        </div>
        <div aria-hidden className="hidden w-66 shrink xl:block" />
      </div>
    </SignedIn>
  )
}
