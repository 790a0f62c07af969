/** Argon2id (the package's default) with 19 MiB and two passes: the least that OWASP advises. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How a password is hashed: its cost, and its salt. */
export type Recipe = typeof COST & { readonly salt: Uint8Array }
