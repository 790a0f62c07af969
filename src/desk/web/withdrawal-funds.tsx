import { Link } from '@tanstack/react-router'
import { fromWire, microUsd, ZERO } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { FigureList } from '#ui/figures.tsx'
import { Notice } from '#ui/notice.tsx'
import { useRead } from './calls.ts'
import { dollars } from './words.tsx'

/** Whether the wallet that is to pay a withdrawal holds enough for it, and for all that it is to pay. */
export function WithdrawalFunds({ withdrawal }: { withdrawal: Withdrawal }) {
  const { amount, status, wallet_id, wallet_name } = withdrawal
  const open = status === 'pending' || status === 'approved'
  const { data } = useRead('GET /api/admin/funds')
  const row = data?.wallets.find(({ wallet }) => wallet.id === wallet_id)
  if (!open || !row) return null
  const missing = microUsd(fromWire(amount) - fromWire(row.custody))
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
      <FigureList
        figures={[
          { term: `${wallet_name} holds`, value: dollars(row.custody) },
          { term: 'Approved, to be paid out of it', value: dollars(row.to_pay) },
          ...(fromWire(row.shortfall) > ZERO
            ? [{ term: 'Missing for all of them', value: <span className="text-down">{dollars(row.shortfall)}</span> }]
            : []),
        ]}
      />
      {missing > ZERO && (
        <Notice tone="warning">
          {showUsd(missing)} is missing to pay this one.{' '}
          <Link to="/admin-funds" search={{ panel: 'record-funds', of: wallet_id }} className="font-semibold underline">
            Record funds
          </Link>{' '}
          first, or it cannot be marked as paid.
        </Notice>
      )}
    </div>
  )
}
