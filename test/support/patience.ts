/**
 * Milliseconds for which tests wait for anything before they say that it does not come. What comes is not waited for, so
 * it is long: a machine with much to do is six times slower than a quiet one.
 */
export const PATIENCE = 90_000
