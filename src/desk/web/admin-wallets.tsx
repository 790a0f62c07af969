import { WalletsScreen } from '#wallets/web/wallets.tsx'
import { useRead } from './calls.ts'
import { useMayChange } from './may-decide.ts'

/** The payment wallets, as the desk reads them: in use or not. */
export function AdminWalletsScreen() {
  const { data } = useRead('GET /api/admin-histories')
  return <WalletsScreen wallets={data?.wallets} mayChange={useMayChange()} />
}
