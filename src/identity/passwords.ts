import { timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash } from '@node-rs/argon2'
import type { Clock } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { networkOf } from '#kit/ip-address.ts'
import { COST, type Recipe } from './hash-cost.ts'
import { openHashQueue } from './hash-queue.ts'
import { openHashThreads } from './hash-thread.ts'
import { openNetworks } from './networks.ts'

/** Turns at once, each with what it asks the database: one processor stays for everything else. */
const AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1))
/** What may wait: eight seconds' worth, where the machine has little else to do (decision 32). */
const MOST_WAITING = 300 * AT_ONCE
/** Milliseconds after each turn of a flood in which screens are answered: a third as long as the turn itself. */
const BREATH = 6
/** For the whole process, however many apps are in it. */
const hashOnThread = openHashThreads(AT_ONCE)

/** What a turn may do. */
export type Turn = {
  hash(password: string, recipe: Recipe): Promise<string>
  /** The password was right: the network that it came from is one where people sign in. */
  proved(): void
}

/** Hashing for the whole process: a few at a time, and the networks that it is for take turns (decision 32). */
export type Passwords = {
  /**
   * Runs `work` when it is the address's turn. Whatever it checks before hashing, and whatever counts against that, it
   * does inside: of what comes together no more than a few are looked at a time. 429 if too much waits.
   */
  inTurn<T>(address: string, work: (turn: Turn) => Promise<T>): Promise<T>
}

export function openPasswords(house: { db: Database; clock: Clock }): Passwords {
  const networks = openNetworks(house)
  const queue = openHashQueue({ atOnce: AT_ONCE, most: MOST_WAITING, standingOf: networks.standingOf, breath: BREATH })
  return {
    inTurn(address, work) {
      const network = networkOf(address)
      return queue(network, () => {
        // Also where nothing is hashed: a limit that is reached is no way to the head of the queue.
        networks.spent(network)
        return work({
          hash: (password, recipe) => hashOnThread(asHashed(password), recipe),
          proved: () => networks.proved(network),
        })
      })
    },
  }
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
