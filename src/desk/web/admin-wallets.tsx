import { WalletsScreen } from '#wallets/web/wallets.tsx'
import { useRead } from './calls.ts'
import { useMayChange, useMayOwn } from './may-decide.ts'
import { WaitingApproval } from './waiting-approval.tsx'

/** The payment wallets, as the desk reads them: on offer or not. */
export function AdminWalletsScreen() {
  const { data } = useRead('GET /api/admin/wallets')
  return (
    <WalletsScreen
      wallets={data?.items}
      mayChange={useMayChange()}
      mayRecord={useMayOwn()}
      waiting={(walletId) => <WaitingApproval of={walletId} />}
    />
  )
}
