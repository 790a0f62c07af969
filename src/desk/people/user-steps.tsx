import type { Investment } from '#investments/contract.ts'
import type { Referral } from '#referrals/contract.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { InvestmentSteps } from '#desk/decisions/investment-steps.tsx'
import { ReferralSteps } from '#desk/decisions/referral-steps.tsx'
import { stepTitle, useSteps } from '#lists/web/steps.ts'
import { WithdrawalSteps } from '#desk/decisions/withdrawal-steps.tsx'

type UserStepsProps = {
  investments: readonly Investment[]
  withdrawals: readonly Withdrawal[]
  referrals: readonly Referral[]
}

/** A user's record that is open in a panel, and what is being done with it. Its code comes when the first is opened. */
export function UserSteps({ investments, withdrawals, referrals }: UserStepsProps) {
  const investment = useSteps('investment', investments)
  const withdrawal = useSteps('withdrawal', withdrawals)
  const referral = useSteps('referral', referrals)
  return (
    <>
      <SidePanel
        open={investment.step !== undefined}
        onClose={investment.back}
        title={stepTitle('investment', investment.step)}
      >
        {investment.record && <InvestmentSteps investment={investment.record} steps={investment} />}
      </SidePanel>
      <SidePanel
        open={withdrawal.step !== undefined}
        onClose={withdrawal.back}
        title={stepTitle('withdrawal', withdrawal.step)}
      >
        {withdrawal.record && <WithdrawalSteps withdrawal={withdrawal.record} steps={withdrawal} />}
      </SidePanel>
      <SidePanel
        open={referral.step !== undefined}
        onClose={referral.back}
        title={stepTitle('referral', referral.step)}
      >
        {referral.record && <ReferralSteps referral={referral.record} steps={referral} />}
      </SidePanel>
    </>
  )
}
