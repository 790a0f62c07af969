import { Type, type Static } from 'typebox'
import {
  Amount,
  AmountInput,
  Fields,
  Id,
  IdParams,
  PercentInput,
  PercentText,
  Text,
  Version,
  type Contract,
} from '#kit/wire.ts'
import { MayWaitReply } from '#approvals/contract.ts'

export const Plan = Type.Object({
  id: Id,
  name: Type.String(),
  min_amount: Amount,
  max_amount: Amount,
  /** whole days */
  durations: Type.Array(Type.Integer()),
  /** the same as people typed it, to be edited */
  durations_copy: Type.String(),
  ref_bonus: PercentText,
  description: Type.String(),
  daily_roi: PercentText,
  /** percent a day of what an investment keeps that is left before its end */
  early_roi: PercentText,
  daily_roi_percent: Type.String(),
  available: Type.Boolean(),
  version: Version,
})
export type Plan = Static<typeof Plan>

const fields = {
  name: Text(60),
  min_amount: AmountInput,
  max_amount: AmountInput,
  durations_copy: Text(200),
  ref_bonus: PercentInput,
  daily_roi: PercentInput,
  /** 0 where a new plan is without it; else left as it is */
  early_roi: Type.Optional(PercentInput),
  description: Text(1000, 0),
  available: Type.Optional(Type.Boolean()),
}

export const plansContract = {
  'POST /api/create-plan': {
    who: 'reviewer',
    summary: 'Add an investment plan; it waits for a second administrator if there is one',
    bothHalves: true,
    stepUp: true,
    body: Fields(fields),
    reply: MayWaitReply,
  },
  'POST /api/update-plan/:id': {
    who: 'reviewer',
    summary:
      'Change a plan; investments made before keep their terms. What lets it pay out more, and another name or description, waits for a second administrator if there is one',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: Fields({ ...fields, version: Type.Optional(Version) }),
    reply: MayWaitReply,
  },
} as const satisfies Contract
