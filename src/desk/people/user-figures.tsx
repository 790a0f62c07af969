import { Minus, Plus } from 'lucide-react'
import { fromWire, toWire, ZERO } from '#money/micro-usd.ts'
import { Button } from '#ui/button.tsx'
import { Certificate } from '#ui/card.tsx'
import { Explained } from '#ui/explained.tsx'
import { clockTime } from '#ui/times.ts'
import { withdrawableNow } from '#withdrawals/rules.ts'
import type { UserView } from './user-view.ts'
import { accountNames } from '#desk/account-names.ts'
import { MoneyThere } from '#desk/money-there.tsx'
import { useWhyNotDecide } from '#desk/decisions/may-decide.ts'
import { dollars } from '#money/show.ts'

type UserFiguresProps = {
  view: UserView
  /** When the user was read, in milliseconds. */
  readAt: number
  /** Shows the postings of one of the user's accounts. */
  onWhy: (account: 'earnings' | 'invested' | 'referral') => void
  onTopUp: () => void
  onDeduct: () => void
}

/** The three balances of a user, each with its postings a tap away, what there is of bonus credit, and setting them right. */
export function UserFigures({ view, readAt, onWhy, onTopUp, onDeduct }: UserFiguresProps) {
  const { investment_balance, active_investment, referral_balance, bonus_balance, user } = view
  const whyNot = useWhyNotDecide([user.id])
  // the figure that the investor sees under this name, by the same rule
  const withdrawable = withdrawableNow({ earnings: fromWire(investment_balance), referral: fromWire(referral_balance) })
  const parts = `${dollars(investment_balance)} in the Earnings Wallet and ${dollars(referral_balance)} in the Referral Wallet at ${clockTime(readAt)}`
  const cards = [
    { label: 'Withdrawable Balance', amount: toWire(withdrawable), note: parts, paper: 'verdigris', of: 'earnings' },
    { label: 'Active Deposit', amount: active_investment, note: null, paper: 'slate', of: 'invested' },
    {
      label: 'Referral Profit',
      amount: referral_balance,
      note: 'In the Referral Wallet',
      paper: 'bronze',
      of: 'referral',
    },
  ] as const
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 md:max-lg:grid-cols-3 lg:grid-cols-[repeat(3,minmax(0,1fr))_7.75rem]">
        {cards.map(({ label, amount, note, paper, of }) => (
          <Certificate
            key={label}
            paper={paper}
            of={`${user.id} ${label}`}
            aria-label={label}
            className="p-4 lg:min-h-22"
          >
            <h2 className="text-13 font-medium">{label}</h2>
            <div className="text-22 font-medium">
              <Explained onWhy={() => onWhy(of)}>
                <MoneyThere amount={amount} />
              </Explained>
            </div>
            {note && <p className="text-13 text-white/80">{note}</p>}
          </Certificate>
        ))}
        {whyNot ? (
          <p className="self-center text-13 text-ink-2 max-lg:col-span-full">{whyNot}</p>
        ) : (
          <div className="grid grid-cols-2 gap-2 max-lg:col-span-full lg:grid-cols-1">
            <Button size="medium" onClick={onTopUp}>
              <Plus className="size-4.5" aria-hidden />
              Top up
            </Button>
            <Button variant="secondary" size="medium" onClick={onDeduct}>
              <Minus className="size-4.5" aria-hidden />
              Deduct
            </Button>
          </div>
        )}
      </div>
      {fromWire(bonus_balance) !== ZERO && (
        <p className="text-14 text-ink-2">
          {accountNames.bonus} <MoneyThere amount={bonus_balance} className="font-semibold text-ink" />: can be
          invested, not withdrawn
        </p>
      )}
    </div>
  )
}
