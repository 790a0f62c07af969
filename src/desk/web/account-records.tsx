import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { RecordTable } from '#ui/record-table.tsx'
import { SidePanel } from '#ui/side-panel.tsx'
import type { Account } from './account.ts'
import { investmentColumns, referralColumns, withdrawalColumns } from './account-columns.tsx'
import { InvestmentSteps, investmentTitles } from './investment-steps.tsx'
import { useWhyNotDecide } from './may-decide.ts'
import { ReferralSteps, referralTitles } from './referral-steps.tsx'
import { useSteps } from './steps.ts'
import { WithdrawalSteps, withdrawalTitles } from './withdrawal-steps.tsx'

/** A user's investments, withdrawals and referrals, each to be opened in a panel. */
export function AccountRecords({ account }: { account: Account }) {
  const mayEdit = useWhyNotDecide([account.user.id]) === null
  const investment = useSteps('investment', account.investments)
  const withdrawal = useSteps('withdrawal', account.withdrawals)
  const referral = useSteps('referral', account.referrals)
  return (
    <div className="flex flex-col gap-4 lg:gap-3">
      <Records title="Investments" count={account.investments.length}>
        <RecordTable inCard label="Investments" columns={investmentColumns(mayEdit)} rows={account.investments} />
      </Records>
      <Records title="Withdrawals" count={account.withdrawals.length}>
        <RecordTable inCard label="Withdrawals" columns={withdrawalColumns(mayEdit)} rows={account.withdrawals} />
      </Records>
      <Records title="Referrals" count={account.referrals.length}>
        <RecordTable inCard label="Referrals" columns={referralColumns} rows={account.referrals} />
      </Records>
      <SidePanel
        open={investment.step !== undefined}
        onClose={investment.back}
        title={investmentTitles[investment.step ?? 'view']}
      >
        {investment.record && <InvestmentSteps investment={investment.record} steps={investment} />}
      </SidePanel>
      <SidePanel
        open={withdrawal.step !== undefined}
        onClose={withdrawal.back}
        title={withdrawalTitles[withdrawal.step ?? 'view']}
      >
        {withdrawal.record && <WithdrawalSteps withdrawal={withdrawal.record} steps={withdrawal} />}
      </SidePanel>
      <SidePanel
        open={referral.step !== undefined}
        onClose={referral.back}
        title={referralTitles[referral.step ?? 'view']}
      >
        {referral.record && <ReferralSteps referral={referral.record} steps={referral} />}
      </SidePanel>
    </div>
  )
}

function Records({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <Card className="max-lg:px-5 max-lg:pb-2">
      <h2 className="pt-3.5 text-15 lg:px-5">
        {title} <span className="font-normal text-ink-3">{count}</span>
      </h2>
      {count > 0 ? children : <p className="py-3 text-14 text-ink-2 lg:px-5">None yet</p>}
    </Card>
  )
}
