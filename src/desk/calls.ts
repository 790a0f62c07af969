import type { adjustmentsContract } from '#adjustments/contract.ts'
import type { approvalsContract } from '#approvals/contract.ts'
import type { auditContract } from '#audit/contract.ts'
import type { factorsContract } from '#factors/contract.ts'
import type { figuresContract } from '#figures/contract.ts'
import type { fundsContract } from '#funds/contract.ts'
import type { identityContract } from '#identity/contract.ts'
import type { investmentsContract } from '#investments/contract.ts'
import type { kycContract } from '#kyc/contract.ts'
import type { logContract } from '#log/contract.ts'
import type { mailContract } from '#mail/contract.ts'
import type { overviewContract } from '#overview/contract.ts'
import type { proofsContract } from '#proofs/contract.ts'
import type { recordsContract } from '#records/contract.ts'
import type { referralsContract } from '#referrals/contract.ts'
import type { backingContract, reserveContract } from '#reserve/contract.ts'
import type { ReplyOf } from '#kit/wire.ts'
import type { rolesContract } from '#roles/contract.ts'
import type { settingsContract } from '#settings/contract.ts'
import { createClient } from '#ui/client.ts'
import { createRead } from '#ui/read.ts'
import type { usersContract } from '#users/contract.ts'
import type { whatIfContract } from '#whatif/contract.ts'
import type { withdrawalsContract } from '#withdrawals/contract.ts'

/** The desk decides on what the slices before it hold, so it makes their calls. */
type DeskCalls = typeof adjustmentsContract &
  typeof approvalsContract &
  typeof auditContract &
  typeof factorsContract &
  typeof figuresContract &
  typeof fundsContract &
  typeof identityContract &
  typeof investmentsContract &
  typeof kycContract &
  typeof logContract &
  typeof mailContract &
  typeof overviewContract &
  typeof proofsContract &
  typeof recordsContract &
  typeof referralsContract &
  typeof reserveContract &
  typeof rolesContract &
  typeof settingsContract &
  typeof usersContract &
  typeof whatIfContract &
  typeof withdrawalsContract

export type BackingNow = ReplyOf<(typeof backingContract)['GET /api/admin/backing']>

export const call = createClient<DeskCalls>()
export const useRead = createRead(call)
