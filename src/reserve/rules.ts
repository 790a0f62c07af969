/**
 * How far the house has to have the money before it makes a promise: `strict` makes none that is not set apart, `disclosed`
 * makes it and says what of it is not.
 */
export const BACKINGS = ['disclosed', 'strict'] as const
export type Backing = (typeof BACKINGS)[number]
