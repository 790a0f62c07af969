import type { ExportedList } from '#lists/export-list.ts'
import { personColumns, recordColumns } from '#records/file-columns.ts'
import type { Withdrawal } from './contract.ts'
import { exportWithdrawals } from './read.ts'

export const withdrawalsFile: ExportedList<Withdrawal> = {
  name: 'withdrawals',
  columns: [
    ...recordColumns,
    ['Source', ({ source }) => source],
    ['Wallet', ({ wallet_name }) => wallet_name],
    ['Network', ({ network }) => network],
    ['Address', ({ wallet_address }) => wallet_address],
    ['Transaction', ({ txid }) => txid ?? ''],
    ['Completed', ({ completed_at }) => completed_at ?? ''],
    ...personColumns('User', ({ user }: Withdrawal) => user),
  ],
  page: exportWithdrawals,
}
