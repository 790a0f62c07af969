/** What a single test says that `npm test` leaves out, as `@module-tag thorough` is said by a whole file. */
export const THOROUGH = { tags: ['thorough'] }
