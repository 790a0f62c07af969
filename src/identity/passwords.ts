import { timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash } from '@node-rs/argon2'
import type { Clock } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { takingTurns } from '#kit/turns.ts'
import { openHashQueue } from './hash-queue.ts'
import { networkOf } from './limits.ts'
import { openNetworks } from './networks.ts'

/** Argon2id (the package's default) with 19 MiB and two passes: the least that OWASP advises. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/**
 * Hashes at once: one processor stays for everything else, and so does one of the four threads that Node has for files
 * and names of hosts.
 */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1))
/** Turns at once: while one hashes, the next asks the database for what it needs. */
const TURNS = AT_ONCE + 1
/** What may wait: some ten seconds of hashing. */
const MOST_WAITING = 300 * AT_ONCE

/** How a password is hashed: its cost, and its salt. */
export type Recipe = typeof COST & { readonly salt: Uint8Array }

/** What a turn may do. */
export type Turn = {
  hash(password: string, recipe: Recipe): Promise<string>
  /** The password was right: the network that it came from is one where people sign in. */
  proved(): void
}

/** Hashing for the whole process: a few at a time, and the networks that it is for take turns (decision 32). */
export type Passwords = {
  /** What the database is to keep of a password that somebody at an address has chosen. 429 where too much waits. */
  hash(address: string, password: string, recipe: Recipe): Promise<string>
  /** Runs `work` when it is the address's turn; whatever it checks, it checks inside. 429 where too much waits. */
  inTurn<T>(address: string, work: (turn: Turn) => Promise<T>): Promise<T>
}

export function openPasswords(house: { db: Database; clock: Clock }): Passwords {
  const networks = openNetworks(house)
  const queue = openHashQueue({ atOnce: TURNS, most: MOST_WAITING, standingOf: networks.standingOf })
  const hashing = takingTurns(AT_ONCE)
  const inTurn: Passwords['inTurn'] = (address, work) => {
    const network = networkOf(address)
    return queue(network, () =>
      work({
        hash(password, recipe) {
          networks.spent(network)
          return hashing(() => hashPassword(password, recipe))
        },
        proved: () => networks.proved(network),
      }),
    )
  }
  return { inTurn, hash: (address, password, recipe) => inTurn(address, (turn) => turn.hash(password, recipe)) }
}

/** What the database keeps of a password: by a recipe, or with a salt of its own. Takes no turn. */
export function hashPassword(password: string, recipe: typeof COST | Recipe = COST): Promise<string> {
  return hash(asHashed(password), recipe)
}

/** Whether two hashes by one recipe are of the same password. */
export function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The same password typed on another keyboard is the same password (NFKC, as NIST SP 800-63B has it). */
function asHashed(password: string): string {
  return password.normalize('NFKC')
}
