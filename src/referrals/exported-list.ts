import type { ExportedList } from '#lists/export-list.ts'
import type { Referral } from './contract.ts'
import { exportReferrals } from './read.ts'

export const referralsFile: ExportedList<Referral> = {
  name: 'referrals',
  columns: [
    ['Id', ({ id }) => id],
    ['Created', ({ created_at }) => created_at],
    ['Status', ({ status }) => status],
    ['Reason', ({ reason }) => reason ?? ''],
    ['Amount', ({ amount }) => amount],
    ['Referral %', ({ ref_bonus }) => ref_bonus],
    ['Invested', ({ investment_amount }) => investment_amount],
    ['Upliner id', ({ inviter }) => inviter.id],
    ['Upliner name', ({ inviter }) => inviter.name],
    ['Upliner e-mail', ({ inviter }) => inviter.email],
    ['Downliner id', ({ invited }) => invited.id],
    ['Downliner name', ({ invited }) => invited.name],
    ['Downliner e-mail', ({ invited }) => invited.email],
  ],
  page: exportReferrals,
}
