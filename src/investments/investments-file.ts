import type { ExportedList } from '#lists/export-list.ts'
import { personColumns } from '#records/file-columns.ts'
import type { Investment } from './contract.ts'
import { exportInvestments } from './read.ts'

export function investmentsFile(): ExportedList<Investment> {
  return {
    name: 'investments',
    columns: [
      ['Id', ({ id }) => id],
      ['Transaction', ({ tranx_id }) => tranx_id],
      ['Transaction id', ({ txid }) => txid ?? ''],
      ['Created', ({ created_at }) => created_at],
      ['Status', ({ status }) => status],
      ['Reason', ({ reason }) => reason ?? ''],
      ['Amount', ({ amount }) => amount],
      ['Received', ({ received }) => received],
      ['Source', ({ source }) => source],
      ['Plan', ({ plan }) => plan.name],
      ['Days', ({ duration }) => String(duration)],
      ['Daily %', ({ daily_roi }) => daily_roi],
      ['Early %', ({ early_roi }) => early_roi],
      ['Referral %', ({ ref_bonus }) => ref_bonus],
      ['Began', ({ began_at }) => began_at ?? ''],
      ['Ends', ({ ends_at }) => ends_at ?? ''],
      ['Payment expires', ({ expires_at }) => expires_at ?? ''],
      ['Completed', ({ completed_at }) => completed_at ?? ''],
      ['Left early', ({ left_early }) => (left_early ? 'yes' : 'no')],
      ['Earned', ({ earned }) => earned],
      ['Reinvested', ({ reinvested }) => (reinvested ? 'yes' : 'no')],
      ['Wallet', ({ wallet }) => wallet.wallet_name],
      ['Address', ({ wallet }) => wallet.wallet_address],
      ['Network', ({ wallet }) => wallet.network],
      ...personColumns('User', ({ user }: Investment) => user),
    ],
    page: (tx, asked) => exportInvestments(tx, asked),
  }
}
