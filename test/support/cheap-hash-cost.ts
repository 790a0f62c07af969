/**
 * What hashing a password costs in tests (`vitest.config.ts`): nearly nothing. A house of tests has people who sign in
 * thousands of times, and a third of what some tests cost was hashing. What a password costs where people use the app
 * is a test of its own, and whatever tests start as a process hashes at that cost.
 */
export const COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }
