import { lazyPart } from '#ui/lazy-part.tsx'
import { SelectedBar, type SelectedFrom } from '#lists/web/selected-bar.tsx'
import type { BulkDecision } from '#lists/web/bulk-panel.tsx'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { call } from '#desk/calls.ts'

const WithdrawalAmongSeveral = lazyPart(async () => (await import('./several-withdrawals.tsx')).WithdrawalAmongSeveral)
const AfterSeveral = lazyPart(async () => (await import('./several-withdrawals.tsx')).AfterSeveral)

const together: BulkDecision<Withdrawal> = {
  whoOf: ({ user, wallet_name }) => `${user.name}, by ${wallet_name}`,
  approve: ({ id, version }) => call('POST /api/approve-withdrawal/:id', { params: { id }, body: { version } }),
  decline: ({ id, version }, reason) =>
    call('POST /api/decline-withdrawal/:id', { params: { id }, body: { version, reason } }),
  detailOf: (row) => <WithdrawalAmongSeveral withdrawal={row} />,
  consequence: {
    approve: (rows) => <AfterSeveral withdrawals={rows} approves />,
    decline: (rows) => <AfterSeveral withdrawals={rows} approves={false} />,
  },
}

/** How many withdrawals are selected, and the ways to decide on all of them: it comes when the list is there. */
export function WithdrawalsBar(props: SelectedFrom<Withdrawal>) {
  return <SelectedBar {...props} together={together} />
}
