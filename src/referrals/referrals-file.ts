import type { ExportedList } from '#lists/export-list.ts'
import { personColumns, recordColumns } from '#records/file-columns.ts'
import type { Referral } from './contract.ts'
import { exportReferrals } from './read.ts'

export const referralsFile: ExportedList<Referral> = {
  name: 'referrals',
  columns: [
    ...recordColumns,
    ['Referral %', ({ ref_bonus }) => ref_bonus],
    ['Invested', ({ investment_amount }) => investment_amount],
    ...personColumns('Upliner', ({ inviter }: Referral) => inviter),
    ...personColumns('Downliner', ({ invited }: Referral) => invited),
  ],
  page: exportReferrals,
}
