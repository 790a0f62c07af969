import { Type, type Static } from 'typebox'
import { Amount, Fields, Id, IdParams, MessageReply, Nullable, Text, Time } from '#kit/wire.ts'
import type { Contract } from '#kit/wire.ts'
import { PauseReason } from '#users/contract.ts'

/** An address that an investor withdraws to, and whether anything is waited for before money goes there. */
export const SavedAddress = Type.Object({
  id: Id,
  network: Type.String(),
  address: Type.String(),
  /** null where it came with a withdrawal and was given none */
  name: Nullable(Type.String()),
  created_at: Time,
  confirmed: Type.Boolean(),
  /** until when a withdrawal there is held; one that is not confirmed yet is held for longer, from its confirmation on */
  usable_at: Time,
})
export type SavedAddress = Static<typeof SavedAddress>

/** What an investor's next withdrawal has to keep to, as of one moment. */
export const WithdrawalConditions = Type.Object({
  as_of: Time,
  paused: Nullable(Type.Object({ until: Time, reason: PauseReason })),
  /** of what is asked for in 24 hours; null where there is none */
  limit: Nullable(
    Type.Object({
      amount: Amount,
      left: Amount,
      /** from when there is more; null where all of it is left */
      more_at: Nullable(Time),
    }),
  ),
  /** hours for which a withdrawal to a new address is held, which is confirmed by mail besides; 0: neither */
  hold_hours: Type.Integer(),
  /** oldest first */
  addresses: Type.Array(SavedAddress),
})
export type WithdrawalConditions = Static<typeof WithdrawalConditions>

/** What a link of a mail is for, and whether it still works. */
export const MailLink = Type.Object({
  kind: Type.Union([Type.Literal('confirm address'), Type.Literal('cancel withdrawal')]),
  network: Type.String(),
  address: Type.String(),
  name: Nullable(Type.String()),
  /** of the withdrawal that it cancels */
  amount: Nullable(Amount),
})
export type MailLink = Static<typeof MailLink>

/** The secret of a link in a mail. */
export const TokenBody = Fields({ token: Text(200) })

/** What a withdrawal to a new address waits for: that its owner confirms it, and until when it settles, later if that is late. */
export const AddressHold = Type.Object({ address_id: Id, confirmed: Type.Boolean(), until: Time })
export type AddressHold = Static<typeof AddressHold>

export const addressesContract = {
  'POST /api/save-address': {
    who: 'investor',
    summary: 'Save an address to withdraw to, with a name; where new addresses are confirmed, a mail has the link',
    bothHalves: true,
    stepUp: true,
    body: Fields({ network: Text(40), address: Text(120), address_name: Text(60) }),
    reply: MessageReply,
  },
  'POST /api/remove-address/:id': {
    who: 'investor',
    summary: 'Remove a saved address; 409 while a withdrawal waits for it. Saved again, it is new again',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/mail-address-link/:id': {
    who: 'investor',
    summary: 'Mail the link once more by which a new address is confirmed; 429 beyond ten an hour',
    bothHalves: true,
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/confirm-address': {
    who: 'anyone',
    summary: 'Confirm a new address by the link of its mail',
    body: TokenBody,
    reply: MessageReply,
  },
} as const satisfies Contract
