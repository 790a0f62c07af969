import { Type, type TSchema } from 'typebox'
import { History } from '#audit/contract.ts'
import { Amount, AmountInput, Fields, Id, Nullable, Status, Text, Time, Version } from '#kit/wire.ts'

/** What every record has; `facts` are what its history tells of it. */
export const recordFields = <Facts extends TSchema>(facts: Facts) => ({
  id: Id,
  amount: Amount,
  status: Status,
  reason: Nullable(Type.String()),
  created_at: Time,
  version: Version,
  /** what has happened to it, oldest first */
  history: History(facts),
})

/** Of the record as the administrator was shown it. */
const version = Type.Optional(Version)
const reason = Type.Optional(Text(500))
export const ApproveBody = Fields({ version })
export const DeclineBody = Fields({ reason, version })
export const EditBody = Fields({
  amount: AmountInput,
  date: Type.String({ maxLength: 40 }),
  status: Status,
  reason,
  version,
})
