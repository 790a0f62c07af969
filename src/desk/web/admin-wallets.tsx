import { WalletsScreen } from '#wallets/web/wallets.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { useRead } from './calls.ts'
import { useMayChange, useMayOwn } from './may-decide.ts'
import { WaitingApproval } from './waiting-approval.tsx'

/** The payment wallets, as the desk reads them: on offer or not. */
export function AdminWalletsScreen() {
  const { data, error, refetch } = useRead('GET /api/admin/wallets')
  const mayChange = useMayChange()
  const mayRecord = useMayOwn()
  if (error && !data) return <LoadFailed again={() => void refetch()}>{error.message}</LoadFailed>
  return (
    <WalletsScreen
      wallets={data?.items}
      mayChange={mayChange}
      mayRecord={mayRecord}
      waiting={(walletId) => <WaitingApproval of={walletId} />}
    />
  )
}
