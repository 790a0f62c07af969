import type { Earning } from '#investments/web/growth.ts'
import { fromWire, microUsd, toWire, ZERO } from '#money/micro-usd.ts'
import { Button } from '#ui/button.tsx'
import { Certificate } from '#ui/card.tsx'
import { HiddenAmount } from '#ui/hidden-amount.tsx'
import { Money } from '#ui/money.tsx'

/** What an investor has, as far as this screen shows it; dollars as the wire writes them. */
export type Withdrawable = Earning & {
  account_balance: string
  ref_bal: string
  withdrawing: string
  current_investment: string
}

type WithdrawableCardProps = {
  userId: string
  balance: Withdrawable | undefined
  balanceAt: number
  onRequest: () => void
}

/** What can be taken out now, out of which wallet, and what is not to be had yet. Hidden until asked for. */
export function WithdrawableCard({ userId, balance, balanceAt, onRequest }: WithdrawableCardProps) {
  const withdrawable = balance && toWire(microUsd(fromWire(balance.account_balance) + fromWire(balance.ref_bal)))
  return (
    <Certificate paper="verdigris" of={userId} tall className="p-5">
      <h2 className="text-14 font-medium">Withdrawable Balance</h2>
      <HiddenAmount
        name="withdrawable"
        amount={withdrawable}
        updatedAt={balanceAt}
        invite="View balance"
        className="mt-2"
      >
        {balance && <Parts balance={balance} />}
      </HiddenAmount>
      <Button look="paper" className="mt-5 w-full flex-col gap-0!" onClick={onRequest}>
        Request Withdrawal
        <span className="text-13 font-normal">Withdraw your earnings</span>
      </Button>
    </Certificate>
  )
}

/** Solid is to be had now, hatched is on its way, pale is still at work. */
function Parts({ balance }: { balance: Withdrawable }) {
  const parts = [
    { name: 'Earnings', when: 'now', amount: balance.account_balance, look: 'bg-[#A4EBD5]', dot: 'bg-[#A4EBD5]' },
    { name: 'Referral', when: 'now', amount: balance.ref_bal, look: 'bg-[#F2C25B]', dot: 'bg-[#F2C25B]' },
    {
      name: 'On its way to you',
      when: 'once paid',
      amount: balance.withdrawing,
      look: 'hatched text-[#FFE066]',
      dot: 'bg-[#FFE066]',
    },
    {
      name: 'Invested',
      when: 'at the end',
      amount: balance.current_investment,
      look: 'bg-white/25',
      dot: 'bg-white/40',
    },
  ]
  const shown = parts.filter(({ amount }) => fromWire(amount) > ZERO)
  if (shown.length === 0) return null
  return (
    <div className="mt-4">
      <div aria-hidden className="flex h-2 gap-1">
        {shown.map(({ name, amount, look }) => (
          <span key={name} className={`min-w-3 rounded-full ${look}`} style={{ flexGrow: Number(fromWire(amount)) }} />
        ))}
      </div>
      <ul className="mt-4 flex flex-col gap-3 text-14">
        {shown.map(({ name, when, amount, dot }) => (
          <li key={name} className="flex items-center gap-3">
            <span aria-hidden className={`size-2 rounded-full ${dot}`} />
            <span className="flex-1">{name}</span>
            <span className="text-white/80">{when}</span>
            <Money amount={amount} className="min-w-22 text-right font-semibold" />
          </li>
        ))}
      </ul>
    </div>
  )
}
