import type { AuditLine, AuditQuery } from '#audit/contract.ts'
import { listLines } from '#audit/read.ts'
import { actionInWords } from '#audit/rules.ts'
import type { ListedMessage } from '#mail/contract.ts'
import { listMessages } from '#mail/read.ts'
import { listUsers } from '#identity/read.ts'
import type { Referral } from '#referrals/contract.ts'
import { exportReferrals } from '#referrals/read.ts'
import type { Investment } from '#investments/contract.ts'
import { exportInvestments } from '#investments/read.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import { exportWithdrawals } from '#withdrawals/read.ts'
import type { ListedUser } from './contract.ts'
import type { ExportedList } from './export-list.ts'

export function investmentsFile(): ExportedList<Investment> {
  return {
    name: 'investments',
    columns: [
      ['Id', ({ id }) => id],
      ['Transaction', ({ tranx_id }) => tranx_id],
      ['Created', ({ created_at }) => created_at],
      ['Status', ({ status }) => status],
      ['Reason', ({ reason }) => reason ?? ''],
      ['Amount', ({ amount }) => amount],
      ['Received', ({ received }) => received],
      ['Source', ({ source }) => source],
      ['Plan', ({ plan }) => plan.name],
      ['Days', ({ duration }) => String(duration)],
      ['Daily %', ({ daily_roi }) => daily_roi],
      ['Referral %', ({ ref_bonus }) => ref_bonus],
      ['Began', ({ began_at }) => began_at ?? ''],
      ['Ends', ({ ends_at }) => ends_at ?? ''],
      ['Payment expires', ({ expires_at }) => expires_at ?? ''],
      ['Completed', ({ completed_at }) => completed_at ?? ''],
      ['Earned', ({ earned }) => earned],
      ['Reinvested', ({ reinvested }) => (reinvested ? 'yes' : 'no')],
      ['Wallet', ({ wallet }) => wallet.wallet_name],
      ['Address', ({ wallet }) => wallet.wallet_address],
      ['Network', ({ wallet }) => wallet.network],
      ['User id', ({ user }) => user.id],
      ['User name', ({ user }) => user.name],
      ['User e-mail', ({ user }) => user.email],
    ],
    page: (tx, asked) => exportInvestments(tx, asked),
  }
}

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

/** No credential: only its health in words, as the list shows it. */
export const usersFile: ExportedList<ListedUser> = {
  name: 'users',
  columns: [
    ['Id', ({ id }) => id],
    ['Created', ({ created_at }) => created_at],
    ['Name', ({ name }) => name],
    ['E-mail', ({ email }) => email],
    ['Phone', ({ phone }) => phone],
    ['Country', ({ country }) => country],
    ['Credential', ({ enc_copy }) => enc_copy],
    ['Identity check', ({ kyc }) => kyc],
    ['Roles', ({ roles }) => roles.join(' ')],
    ['Blocked since', ({ blocked }) => blocked?.at ?? ''],
    ['Blocked for', ({ blocked }) => blocked?.reason ?? ''],
  ],
  page: listUsers,
}

/** Values as the log holds them, as JSON. */
export const auditFile: ExportedList<AuditLine, AuditQuery> = {
  name: 'audit-log',
  columns: [
    ['Id', ({ id }) => id],
    ['Time', ({ at }) => at],
    ['Who', ({ actor, job }) => actor?.name ?? job ?? ''],
    ['Who, id', ({ actor }) => actor?.id ?? ''],
    ['From', ({ address }) => address ?? ''],
    ['What', ({ action }) => actionInWords(action)],
    ['Action', ({ action }) => action],
    ['Record', ({ subject }) => subject.kind],
    ['Record, id', ({ subject }) => subject.id],
    ['Record, name', ({ subject }) => subject.name ?? ''],
    ['Before', ({ before }) => (before === null ? '' : JSON.stringify(before))],
    ['After', ({ after }) => (after === null ? '' : JSON.stringify(after))],
    ['Reason', ({ reason }) => reason ?? ''],
  ],
  page: listLines,
}

/** Never what a message says. */
export const messagesFile: ExportedList<ListedMessage> = {
  name: 'messages',
  columns: [
    ['Id', ({ id }) => id],
    ['Created', ({ created_at }) => created_at],
    ['Channel', ({ channel }) => channel],
    ['Receiver', ({ receiver }) => receiver],
    ['Subject', ({ subject }) => subject ?? ''],
    ['State', ({ state }) => state],
    ['Tries', ({ tries }) => String(tries)],
    ['Last error', ({ last_error }) => last_error ?? ''],
    ['Delivered', ({ delivered_at }) => delivered_at ?? ''],
    ['Given up', ({ given_up_at }) => given_up_at ?? ''],
    ['Mailing', ({ mailing_id }) => mailing_id ?? ''],
  ],
  page: listMessages,
}
