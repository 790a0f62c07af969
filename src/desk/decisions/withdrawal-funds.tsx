import { Link } from '@tanstack/react-router'
import { fromWire, microUsd, ZERO } from '#money/micro-usd.ts'
import { showUsd, dollars } from '#money/show.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { FigureList } from '#ui/figures.tsx'
import { Notice } from '#ui/notice.tsx'
import { useRead } from '#desk/calls.ts'
import { useMayOwn } from './may-decide.ts'

/** What the wallet that is to pay a withdrawal holds, all that it is to pay, and what is missing. */
export function WithdrawalFunds({ withdrawal }: { withdrawal: Withdrawal }) {
  const row = useWalletOf(withdrawal)
  if (!row) return null
  return (
    <FigureList
      className="border-t border-line py-4"
      figures={[
        { term: `${withdrawal.wallet_name} holds`, value: dollars(row.custody) },
        { term: 'Approved, to be paid from it', value: dollars(row.to_pay) },
        ...(fromWire(row.shortfall) > ZERO
          ? [{ term: 'Missing for all of them', value: <span className="text-down">{dollars(row.shortfall)}</span> }]
          : []),
      ]}
    />
  )
}

/** Says before anything is paid that the wallet does not hold enough for this withdrawal. */
export function WithdrawalShortfall({ withdrawal }: { withdrawal: Withdrawal }) {
  const { amount, wallet_id } = withdrawal
  const row = useWalletOf(withdrawal)
  const mayRecord = useMayOwn()
  const missing = row && microUsd(fromWire(amount) - fromWire(row.custody))
  if (!missing || missing <= ZERO) return null
  return (
    <div className="mt-4">
      <Notice tone="warning">
        {showUsd(missing)} is missing to pay this withdrawal.{' '}
        {mayRecord ? (
          <Link to="/admin-funds" search={{ panel: 'record-funds', of: wallet_id }} className="font-semibold underline">
            Record funds first
          </Link>
        ) : (
          'An owner has to record funds first'
        )}
        : until then it can’t be marked as paid.
      </Notice>
    </div>
  )
}

/** The funds of the wallet that is to pay, while it is still to pay. */
function useWalletOf({ status, wallet_id }: Withdrawal) {
  const { data } = useRead('GET /api/admin/funds')
  const open = status === 'pending' || status === 'approved'
  return open ? data?.wallets.find(({ wallet }) => wallet.id === wallet_id) : undefined
}
