import { ADJUSTMENT_PROOFS } from '#adjustments/proof/proofs.ts'
import { INVESTMENT_PROOFS } from '#investments/proof/proofs.ts'
import { BOOKS_PROOFS } from '#ledger/proof/books-proofs.ts'
import { LOG_PROOFS } from '#log/proof/proofs.ts'
import type { Proof } from '#ledger/proof/proof.ts'
import { RECORD_PROOFS } from '#records/proof/proofs.ts'
import { REFERRAL_PROOFS } from '#referrals/proof/proofs.ts'
import { WITHDRAWAL_PROOFS } from '#withdrawals/proof/proofs.ts'
import { FUNDS_PROOFS } from './store.ts'

/** All that has to be true: of the books alone, then of records and books against one another. */
export const EVERY_PROOF: readonly Proof[] = [
  ...BOOKS_PROOFS,
  ...INVESTMENT_PROOFS,
  ...WITHDRAWAL_PROOFS,
  ...REFERRAL_PROOFS,
  ...ADJUSTMENT_PROOFS,
  ...FUNDS_PROOFS,
  ...RECORD_PROOFS,
  ...LOG_PROOFS,
]
