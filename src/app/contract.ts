import { addressesContract } from '#addresses/contract.ts'
import { adjustmentsContract } from '#adjustments/contract.ts'
import { factorsContract } from '#factors/contract.ts'
import { figuresContract } from '#figures/contract.ts'
import { fundsContract } from '#funds/contract.ts'
import { kycContract } from '#kyc/contract.ts'
import { savedFiltersContract } from '#lists/contract.ts'
import { rolesContract } from '#roles/contract.ts'
import { usersContract } from '#users/contract.ts'
import { approvalsContract } from '#approvals/contract.ts'
import { archiveContract } from '#archive/contract.ts'
import { auditContract } from '#audit/contract.ts'
import { identityContract } from '#identity/contract.ts'
import { investmentsContract } from '#investments/contract.ts'
import { logContract } from '#log/contract.ts'
import { mailContract } from '#mail/contract.ts'
import { marketContract } from '#market/contract.ts'
import { notificationsContract } from '#notifications/contract.ts'
import { overviewContract } from '#overview/contract.ts'
import { plansContract } from '#plans/contract.ts'
import { proofsContract } from '#proofs/contract.ts'
import { recordsContract } from '#records/contract.ts'
import { referralsContract } from '#referrals/contract.ts'
import { securityContract } from '#security/contract.ts'
import { screeningContract } from '#screening/contract.ts'
import { settingsContract } from '#settings/contract.ts'
import { statementsContract } from '#statements/contract.ts'
import { reserveContract } from '#reserve/contract.ts'
import { whatIfContract } from '#whatif/contract.ts'
import { walletsContract } from '#wallets/contract.ts'
import { withdrawalsContract } from '#withdrawals/contract.ts'

/** The whole wire: every call of every slice. Roles, routes, checks, OpenAPI and the client's types come from it. */
export const contract = {
  ...logContract,
  ...auditContract,
  ...mailContract,
  ...notificationsContract,
  ...settingsContract,
  ...approvalsContract,
  ...reserveContract,
  ...walletsContract,
  ...plansContract,
  ...usersContract,
  ...identityContract,
  ...factorsContract,
  ...savedFiltersContract,
  ...screeningContract,
  ...kycContract,
  ...rolesContract,
  ...addressesContract,
  ...recordsContract,
  ...referralsContract,
  ...investmentsContract,
  ...withdrawalsContract,
  ...adjustmentsContract,
  ...statementsContract,
  ...marketContract,
  ...overviewContract,
  ...securityContract,
  ...fundsContract,
  ...proofsContract,
  ...archiveContract,
  ...figuresContract,
  ...whatIfContract,
}
