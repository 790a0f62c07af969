import type { Investment } from '#investments/contract.ts'
import type { Referral } from '#referrals/contract.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { InvestmentSteps, investmentTitles } from './investment-steps.tsx'
import { ReferralSteps, referralTitles } from './referral-steps.tsx'
import { useSteps } from './steps.ts'
import { WithdrawalSteps, withdrawalTitles } from './withdrawal-steps.tsx'

type AccountStepsProps = {
  investments: readonly Investment[]
  withdrawals: readonly Withdrawal[]
  referrals: readonly Referral[]
}

/** A user's record that is open in a panel, and what is being done with it. Its code comes when the first is opened. */
export function AccountSteps({ investments, withdrawals, referrals }: AccountStepsProps) {
  const investment = useSteps('investment', investments)
  const withdrawal = useSteps('withdrawal', withdrawals)
  const referral = useSteps('referral', referrals)
  return (
    <>
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
    </>
  )
}
