import { WalletsScreen } from '#wallets/web/wallets.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { useRead } from '#desk/calls.ts'
import { useMayChange, useMayOwn } from '#desk/decisions/may-decide.ts'
import { SecondApprovalNeeded, useWaitsReady, WaitingApproval, WaitingNew } from '#desk/approvals/waiting-approval.tsx'

const NOTES = {
  create: <SecondApprovalNeeded>A new wallet waits until another administrator agrees.</SecondApprovalNeeded>,
  update: (
    <SecondApprovalNeeded>
      Another name, address or network, and showing a hidden wallet, wait until another administrator agrees. Hiding it
      takes effect at once.
    </SecondApprovalNeeded>
  ),
}

/** The payment wallets, as the desk reads them: available or not. */
export function AdminWalletsScreen() {
  const { data, error, refetch } = useRead('GET /api/admin/wallets')
  const ready = useWaitsReady()
  const mayChange = useMayChange()
  const mayRecord = useMayOwn()
  if (error && !data) return <LoadFailed again={refetch}>{error.message}</LoadFailed>
  return (
    <WalletsScreen
      wallets={ready ? data?.items : undefined}
      mayChange={mayChange}
      mayRecord={mayRecord}
      waiting={(walletId) => <WaitingApproval of={walletId} />}
      waitingNew={ready && <WaitingNew kind="create wallet" />}
      notes={NOTES}
    />
  )
}
