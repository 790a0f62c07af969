import { Type } from 'typebox'
import { Amount, PercentText, Status, Time, type Contract, Id, IdParams, Nullable } from '#kit/wire.ts'
import { Toast } from '#notifications/contract.ts'
import { Wallet } from '#wallets/contract.ts'
import { Plan } from '#plans/contract.ts'
import { Referral } from '#referrals/contract.ts'
import { OwnBacking } from '#reserve/contract.ts'
import { Investment } from '#investments/contract.ts'
import { Withdrawal } from '#withdrawals/contract.ts'
import { AcceptedTerms } from '#settings/contract.ts'
import { ListedUser, Person } from '#users/contract.ts'

/** Records of every kind, and what they were made on. */
export const histories = {
  withdrawals: Type.Array(Withdrawal),
  investments: Type.Array(Investment),
  referrals: Type.Array(Referral),
  plans: Type.Array(Plan),
  wallets: Type.Array(Wallet),
}

export const overviewContract = {
  'GET /api/balance': {
    who: 'investor',
    summary: 'Balances, and what running investments earn, to the second of the answer',
    reply: Type.Object({
      status: Type.Literal('success'),
      ref_bal: Amount,
      /** earnings with what is earned and not yet posted: what can be withdrawn now */
      account_balance: Amount,
      /** twelve decimals */
      per_seconds_earning: Type.String(),
      current_earning: Amount,
      bonus_balanace: Amount,
      current_investment: Amount,
      /** held for open withdrawals */
      withdrawing: Amount,
      /** the second of the answer */
      as_of: Time,
      /** what each running investment earns each second and until when, and the terms from which it follows exactly */
      running: Type.Array(
        Type.Object({
          /** of the investment */
          id: Id,
          per_seconds_earning: Type.String(),
          amount: Amount,
          daily_roi: PercentText,
          began_at: Time,
          ends_at: Time,
        }),
      ),
    }),
  },
  'GET /api/histories': {
    who: 'investor',
    takesLong: true,
    summary: 'Everything of the signed-in user (the newest 1,000 of each list), and the available plans and wallets',
    reply: Type.Object({
      status: Type.Literal('success'),
      ...histories,
      /** in `strict`, the most that can still be invested in each; else null */
      plans: Type.Array(Type.Object({ ...Plan.properties, left_to_invest: Nullable(Amount) })),
      /** what is set apart for what they would earn, at most a minute old */
      reserve: OwnBacking,
      toasts: Type.Array(Toast),
    }),
  },
  'GET /api/analysis': {
    who: 'investor',
    summary: 'The last 24 hours against the 24 before: the whole platform for administrators, their own for investors',
    reply: Type.Object({
      status: Type.Literal('success'),
      today_investment: Amount,
      today_withdrawal: Amount,
      today_referral: Amount,
      investment_percent: Type.String(),
      withraw_percent: Type.String(),
      referral_percent: Type.String(),
      /** the amounts of the 24 hours before: where there was nothing, no percentage says how much there is more */
      before_investment: Amount,
      before_withdrawal: Amount,
      before_referral: Amount,
      /** the platform's newest real investments, e-mails masked */
      investments: Type.Array(
        Type.Object({
          amount: Amount,
          status: Status,
          /** new money is what `today_investment` counts; a reinvestment and bonus credit bring none */
          source: Investment.properties.source,
          created_at: Time,
          email: Type.String(),
          plan: Type.String(),
        }),
      ),
    }),
  },
  'GET /api/view-user/:id': {
    who: 'administrator',
    summary: "One user's account",
    params: IdParams,
    reply: Type.Object({
      status: Type.Literal('success'),
      /** what the user could withdraw now from the Earnings Wallet */
      investment_balance: Amount,
      referral_balance: Amount,
      bonus_balance: Amount,
      active_investment: Amount,
      withdrawing: Amount,
      /** the newest 100 of each; the lists hold the rest, by `user` */
      investments: Type.Array(Investment),
      withdrawals: Type.Array(Withdrawal),
      referrals: Type.Array(Referral),
      user: ListedUser,
      /** the versions of the terms that they have accepted, newest first; `operator` is that of who was made an owner */
      terms: Type.Array(AcceptedTerms),
      /** who invited them */
      inviter: Nullable(Person),
      /** whom they invited: how many, and the newest 100 */
      invited: Type.Object({
        count: Type.Integer(),
        newest: Type.Array(Type.Object({ ...Person.properties, created_at: Time })),
      }),
    }),
  },
} as const satisfies Contract
