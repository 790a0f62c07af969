import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as text from '#texts/investment-detail.ts'
import type { Investment } from '#investments/contract.ts'
import { awaitsPayment } from '#investments/rules.ts'
import type { Plan } from '#plans/contract.ts'
import type { OfferedBacking } from '#reserve/contract.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { momentOf } from '#ui/times.ts'
import { CancelInvestment } from './cancel-investment.tsx'
import { Reinvest } from './reinvest.tsx'
import { ToInvestment } from './to-investment.tsx'

type NextStepProps = {
  investment: Investment
  /** What its plan offers at present. */
  plan: Plan | undefined
  reserve: OfferedBacking | undefined
  /** Opens what leaving it comes to. */
  onLeave: () => void
}

/** What can be done with an investment now: pay it or give it up, wait for it, leave it before its end, or put it to work again. */
export function NextStep({ investment, plan, reserve, onLeave }: NextStepProps) {
  const { id, status, source, reinvested_as, at_end, tranx_id, amount, held, wallet, ends_at } = investment
  if (status === 'pending' && awaitsPayment(investment)) {
    const search = { tranx_id, amount, wallet: wallet.wallet_name, address: wallet.wallet_address }
    return (
      <div className="flex flex-col gap-2">
        <Link to="/payment" search={search} replace className={`${buttonClass()} w-full`}>
          {text.payNow}
        </Link>
        <CancelInvestment id={id} amount={amount} held={held} />
      </div>
    )
  }
  if (status === 'declined') {
    return (
      <Link to="/invest" replace className={`${buttonClass('secondary')} w-full`}>
        {text.investAgain}
      </Link>
    )
  }
  if (reinvested_as !== null) {
    return (
      <Said>
        {text.reinvested} <ToInvestment id={reinvested_as}>{text.seeNew}</ToInvestment>
      </Said>
    )
  }
  if (status === 'approved' && ends_at) {
    return (
      <div className="flex flex-col gap-2">
        {source !== 'bonus' && at_end === 'to wallet' && (
          <Button variant="quiet" disabled className="w-full">
            {text.reinvestOpens(momentOf(ends_at))}
          </Button>
        )}
        <Button variant="quiet" className="w-full" onClick={onLeave}>
          {text.leaveEarly}
        </Button>
      </div>
    )
  }
  if (status !== 'completed') return null
  if (source === 'bonus') return <Said>{text.noBonusReinvest}</Said>
  return <Reinvest investment={investment} plan={plan} reserve={reserve} />
}

function Said({ children }: { children: ReactNode }) {
  return <p className="text-center text-14 text-ink-2">{children}</p>
}
