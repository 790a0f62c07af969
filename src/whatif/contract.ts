import { Type, type Static } from 'typebox'
import {
  Amount,
  AmountInput,
  Day,
  Fields,
  Id,
  IdParams,
  MessageReply,
  Nullable,
  PercentInput,
  PercentText,
  Text,
  Time,
  type Contract,
} from '#kit/wire.ts'
import { LONGEST_WHAT_IF, MOST_A_DAY, MOST_WHAT_IFS } from './assumption-rules.ts'

const Count = Type.Integer({ minimum: 1, maximum: MOST_A_DAY })
/** whole days */
const Duration = Type.Integer({ minimum: 1, maximum: 3650 })

const Assumed = Type.Object({
  /** of every day from tomorrow on; the plan by the name and with the referral percent that it had */
  new_investments: Nullable(
    Type.Object({
      plan: Type.Object({ id: Id, name: Type.String() }),
      count: Count,
      amount: Amount,
      duration: Duration,
      daily_roi: PercentText,
      ref_bonus: PercentText,
    }),
  ),
  /** of what falls due, the percent that is withdrawn on its day */
  withdrawn: PercentText,
  /** a day of UTC on which a percent of everybody leaves */
  run: Nullable(Type.Object({ day: Day, share: PercentText })),
  /** what the reserve earns in 30 days */
  returns: Amount,
})
export type AssumedOnWire = Static<typeof Assumed>

const DayOnWire = Type.Object({ day: Day, custody: Amount, owed: Amount, reserve: Amount, unpaid: Amount })
export type DayOnWire = Static<typeof DayOnWire>
const CameDay = Type.Omit(DayOnWire, ['unpaid'])
export type CameDay = Static<typeof CameDay>

const saved = {
  id: Id,
  name: Type.String(),
  assumed: Assumed,
  /** the second of the books from which it was foreseen */
  as_of: Time,
  /** the first day that could not be paid in full; null if every day of the two years could */
  unpaid_from: Nullable(Day),
  /** the first day whose earnings and bonuses the reserve did not bear in full */
  uncovered_from: Nullable(Day),
  created_at: Time,
  by: Type.Object({ id: Id, name: Type.String() }),
}
const SavedWhatIf = Type.Object(saved)
export type SavedWhatIf = Static<typeof SavedWhatIf>

const Dues = Type.Object({
  status: Type.Literal('success'),
  as_of: Time,
  custody: Amount,
  /** may be asked for today */
  at_once: Amount,
  /** of that, what is promised and not posted: earned since the last posting, and bonuses that wait */
  unposted: Amount,
  /** promotional credit, invested or not: owed, and never paid out */
  credit: Amount,
  /** set apart for promises */
  reserve: Amount,
  /** from what is left of today on, by days of UTC, to the last end */
  days: Type.Array(Type.Object({ day: Day, earnings: Amount, principal: Amount })),
})
export type DuesOnWire = Static<typeof Dues>

export const whatIfContract = {
  'GET /api/admin/dues': {
    who: 'administrator',
    takesLong: true,
    summary: 'What is held and set apart, and what falls due on each day to come',
    reply: Dues,
  },
  'GET /api/admin/what-ifs': {
    who: 'administrator',
    summary: 'What was assumed of the days to come and saved under a name, the newest first',
    reply: Type.Object({ status: Type.Literal('success'), items: Type.Array(SavedWhatIf) }),
  },
  'GET /api/admin/what-ifs/:id': {
    who: 'administrator',
    summary: 'A saved what-if: the days that it foresaw, and those that came since',
    params: IdParams,
    reply: Type.Object({
      status: Type.Literal('success'),
      ...saved,
      foreseen: Type.Array(DayOnWire),
      /** the end of each day that is over and was kept */
      came: Type.Array(CameDay),
    }),
  },
  'POST /api/save-what-if': {
    who: 'reviewer',
    bothHalves: true,
    takesLong: true,
    summary: `Save what is assumed under a name, with the two years that it foresees from the books of now; at most ${MOST_WHAT_IFS}`,
    body: Fields({
      name: Text(LONGEST_WHAT_IF),
      new_investments: Nullable(
        Fields({
          plan_id: Id,
          /** what of these is wrong is said of each */
          count: Type.Number(),
          amount: AmountInput,
          duration: Type.Number(),
          /** that of the plan, or another one */
          daily_roi: PercentInput,
        }),
      ),
      withdrawn: PercentInput,
      run: Nullable(Fields({ day: Text(20), share: PercentInput })),
      /** dollars in 30 days; null for nothing */
      returns: Nullable(AmountInput),
    }),
    reply: Type.Object({ ...MessageReply.properties, id: Id }),
  },
  'POST /api/remove-what-if/:id': {
    who: 'reviewer',
    bothHalves: true,
    summary: 'Remove a saved what-if',
    params: IdParams,
    reply: MessageReply,
  },
} as const satisfies Contract
