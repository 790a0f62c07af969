/**
 * How far the house has to have the money before it makes a promise: `strict` makes none that is not set apart, `disclosed`
 * makes it and says what of it is not.
 */
export const BACKINGS = ['disclosed', 'strict'] as const
export type Backing = (typeof BACKINGS)[number]

/** Said before it is tried, and where it is tried all the same. */
export const NOTHING_TO_SET_APART =
  'Nothing can be set apart: the wallets hold nothing that is not owed to investors or set apart already. Record money that comes in for the reserve.'
