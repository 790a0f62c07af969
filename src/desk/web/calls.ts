import type { approvalsContract } from '#approvals/contract.ts'
import type { auditContract } from '#audit/contract.ts'
import type { deskContract } from '#desk/contract.ts'
import type { identityContract } from '#identity/contract.ts'
import type { investmentsContract } from '#investments/contract.ts'
import type { mailContract } from '#mail/contract.ts'
import type { overviewContract } from '#overview/contract.ts'
import type { referralsContract } from '#referrals/contract.ts'
import type { settingsContract } from '#settings/contract.ts'
import { createClient } from '#ui/client.ts'
import { createRead } from '#ui/read.ts'
import type { withdrawalsContract } from '#withdrawals/contract.ts'

/** The desk decides on what the slices before it hold, so it makes their calls too. */
type DeskCalls = typeof deskContract &
  typeof approvalsContract &
  typeof auditContract &
  typeof identityContract &
  typeof investmentsContract &
  typeof mailContract &
  typeof overviewContract &
  typeof referralsContract &
  typeof settingsContract &
  typeof withdrawalsContract

export const call = createClient<DeskCalls>()
export const useRead = createRead(call)
