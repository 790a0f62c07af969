import { Ellipsis } from 'lucide-react'
import { Suspense } from 'react'
import * as text from '#texts/dashboard.ts'
import { Certificate } from '#ui/card.tsx'
import { serialOf } from '#kit/guilloche-rules.ts'
import { HiddenAmount } from '#ui/hidden-amount.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Overview } from './reads.ts'

const WithdrawalMenu = lazyPart(async () => (await import('./withdrawal-menu.tsx')).WithdrawalMenu)

const cards = [
  {
    name: 'earnings',
    title: text.earningsWallet,
    paper: 'verdigris',
    of: 'account_balance',
    source: 'investment',
    story: 'earnings',
  },
  {
    name: 'referral',
    title: text.referralWallet,
    paper: 'bronze',
    of: 'ref_bal',
    source: 'referral',
    story: 'referral',
  },
  {
    name: 'investment',
    title: text.currentInvestment,
    paper: 'slate',
    of: 'current_investment',
    source: 'investment',
    story: 'invested',
  },
] as const

type BalanceCardsProps = { user: { id: string } | null; balance: Overview['balance']; balanceAt: number }

/** The three balances side by side, in a row where there is room, each hidden until it is tapped, each with its way to a withdrawal. */
export function BalanceCards({ user, balance, balanceAt }: BalanceCardsProps) {
  const panel = usePanel('withdrawal')
  const why = usePanel('story')
  const opened = cards.find(({ name }) => name === panel.of) ?? cards[0]
  return (
    <>
      <ul
        aria-label={text.balances}
        className="-mx-5 flex snap-x snap-mandatory scroll-px-5 gap-3 overflow-x-auto px-5 [scrollbar-width:none] @min-[42rem]:mx-0 @min-[42rem]:px-0 @min-[42rem]:@max-[60rem]:[&_.text-36]:text-22/10"
      >
        {cards.map(({ name, title, paper, of, story }) => (
          <li key={name} className="w-79.5 max-w-full shrink-0 snap-start @min-[42rem]:w-0 @min-[42rem]:flex-1">
            <Certificate paper={paper} of={user?.id ?? ''} className="flex min-h-42.5 flex-col p-5">
              <h2 className="text-14 font-medium">{title}</h2>
              <button
                type="button"
                aria-label={text.withdrawFrom(title)}
                onClick={() => panel.show(name)}
                className="absolute top-2 end-2 grid size-11 place-items-center rounded-full"
              >
                <Ellipsis className="size-6" aria-hidden />
              </button>
              <HiddenAmount
                name={name}
                amount={balance?.[of]}
                updatedAt={balanceAt}
                onWhy={() => why.show(story)}
                className="mt-auto"
              />
              <p
                aria-hidden
                className="absolute end-5 bottom-5 max-[22rem]:hidden @min-[42rem]:@max-[60rem]:hidden text-12 tracking-wide text-white/75"
              >
                {user && text.serial(serialOf(user.id))}
              </p>
            </Certificate>
          </li>
        ))}
      </ul>
      <SidePanel open={panel.open} onClose={panel.close} title={text.withdrawal} description={opened.title}>
        <Suspense fallback={<Skeleton className="h-24" />}>
          <WithdrawalMenu source={opened.source} invested={opened.name === 'investment'} />
        </Suspense>
      </SidePanel>
    </>
  )
}
