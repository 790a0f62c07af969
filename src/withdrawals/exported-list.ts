import type { ExportedList } from '#lists/export-list.ts'
import type { Withdrawal } from './contract.ts'
import { exportWithdrawals } from './read.ts'

export const withdrawalsFile: ExportedList<Withdrawal> = {
  name: 'withdrawals',
  columns: [
    ['Id', ({ id }) => id],
    ['Created', ({ created_at }) => created_at],
    ['Status', ({ status }) => status],
    ['Reason', ({ reason }) => reason ?? ''],
    ['Amount', ({ amount }) => amount],
    ['Source', ({ source }) => source],
    ['Wallet', ({ wallet_name }) => wallet_name],
    ['Network', ({ network }) => network],
    ['Address', ({ wallet_address }) => wallet_address],
    ['Transaction', ({ txid }) => txid ?? ''],
    ['Completed', ({ completed_at }) => completed_at ?? ''],
    ['User id', ({ user }) => user.id],
    ['User name', ({ user }) => user.name],
    ['User e-mail', ({ user }) => user.email],
  ],
  page: exportWithdrawals,
}
