import { Type, type Static } from 'typebox'
import { MayWaitReply } from '#approvals/contract.ts'
import { Amount, AmountInput, Fields, MessageReply, Nullable, Text, Time, type Contract } from '#kit/wire.ts'

export const reserveContract = {
  'POST /api/move-to-reserve': {
    who: 'owner',
    movesMoney: true,
    bothHalves: true,
    stepUp: true,
    summary:
      "Set apart some of the operator's own money that is in the wallets already, for promises to come (`in`), or free it " +
      'again (`out`). At most what is free: nothing is set apart that is owed to anybody',
    body: Fields({
      amount: AmountInput,
      direction: Type.Union([Type.Literal('in'), Type.Literal('out')]),
      reason: Text(500),
    }),
    reply: MessageReply,
  },
} as const satisfies Contract

/** How far promises are set apart before they are made. */
export const BackingMode = Type.Union([Type.Literal('disclosed'), Type.Literal('strict')])

/** What an investor reads of it beside the plans. */
export const OfferedBacking = Type.Object({
  backing: BackingMode,
  /** set apart and free for promises to come */
  free: Amount,
})
export type OfferedBacking = Static<typeof OfferedBacking>

/** The same for one investor, whose limit follows from it. */
export const OwnBacking = Type.Object({
  ...OfferedBacking.properties,
  /** somebody invited them, so that what they pay for promises a bonus as well, which is set apart with what it earns */
  with_bonus: Type.Boolean(),
})
export type OwnBacking = Static<typeof OwnBacking>

/** The same as strangers read it: without the figure where the owner hides it from them. */
export const ToldBacking = Type.Object({ ...OfferedBacking.properties, free: Nullable(Amount) })
export type ToldBacking = Static<typeof ToldBacking>

/** The calls of `investments/backing`, which knows what was promised. */
export const backingContract = {
  'GET /api/admin/backing': {
    who: 'administrator',
    takesLong: true,
    summary: 'How promises are set apart before they are made, and what `strict` needs',
    reply: Type.Object({
      status: Type.Literal('success'),
      ...OfferedBacking.properties,
      /** from when promises are no longer strict; null where nothing ends */
      disclosed_from: Nullable(Time),
      /** when somebody chose; null before the first choice */
      chosen_at: Nullable(Time),
      /** set apart for promises that were made */
      committed: Amount,
      /** set apart and not promised yet, as on `/books`: what is free, and what is held */
      yield: Amount,
      /** of that, what investments that wait would promise; in `disclosed` nothing is held */
      held: Amount,
      /**
       * what has to come into the reserve before `strict` can be chosen: it sets apart the whole promise of all that runs, what of
       * it was credited before as well, and of all that waits
       */
      needed_for_strict: Amount,
      /** the operator's own that is neither owed nor set apart; below zero where less is held than that */
      own: Amount,
    }),
  },
  'POST /api/set-backing': {
    who: 'owner',
    bothHalves: true,
    stepUp: true,
    summary:
      'Choose how far promises are set apart before they are made. `strict` needs a reserve that covers all that runs and ' +
      'waits; back to `disclosed` waits for a second administrator, and counts 72 hours after every investor was told',
    body: Fields({ backing: BackingMode, reason: Text(500) }),
    reply: MayWaitReply,
  },
} as const satisfies Contract
