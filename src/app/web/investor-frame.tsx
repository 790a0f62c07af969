import { Bell } from '#overview/web/bell.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { investorBar, investorMenu, investorQuick } from './menu.ts'
import { Page } from './page.tsx'
import { SideMenu } from './side-menu.tsx'
import { SignedIn } from './signed-in.tsx'

/** The investor's screens: a phone-wide column, with the menu open beside it where there is room. */
export function InvestorFrame() {
  const menu = <SideMenu items={investorMenu} quick={investorQuick} view="investor" />
  return (
    <SignedIn menu={menu} beside actions={<Bell />}>
      <div className="mx-auto flex max-w-107.5 justify-center lg:max-w-none lg:gap-12">
        <aside className="sticky top-0 hidden h-dvh w-66 overflow-y-auto py-5 lg:block">{menu}</aside>
        <div className="flex min-h-dvh w-full flex-col lg:max-w-107.5">
          <Page className="flex-1 px-5 pb-8" />
          <BottomBar items={investorBar} className="lg:rounded-t-card lg:border-x" />
        </div>
        <div aria-hidden className="hidden w-66 shrink xl:block" />
      </div>
    </SignedIn>
  )
}
