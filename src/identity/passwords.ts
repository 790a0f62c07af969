import { hash, verify } from '@node-rs/argon2'
import { newToken } from '#kit/ids.ts'
import { takingTurns } from '#kit/turns.ts'

/** Argon2id (the package's default) with 19 MiB and two passes: the least that OWASP advises, for two processors. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2

/** Whether a password is the one behind a hash. Without a hash it is no password's, and takes as long. */
export type IsRight = (hash: string | undefined, password: string) => Promise<boolean>

/** Hashing for the whole process, a few at a time. */
export type Passwords = {
  hash(password: string): Promise<string>
  /** Runs `work` when it is its turn; whatever it checks, it checks inside. */
  inTurn<T>(work: (isRight: IsRight) => Promise<T>): Promise<T>
}

export function openPasswords(): Passwords {
  const turn = takingTurns(AT_ONCE)
  const decoy = hashPassword(newToken())
  const isRight: IsRight = async (known, password) => {
    const right = await verify(known ?? (await decoy), asHashed(password))
    return right && known !== undefined
  }
  return {
    hash: (password) => turn(() => hashPassword(password)),
    inTurn: (work) => turn(() => work(isRight)),
  }
}

/** What the database keeps of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(asHashed(password), COST)
}

/** The same password typed on another keyboard is the same password (NFKC, as NIST SP 800-63B has it). */
function asHashed(password: string): string {
  return password.normalize('NFKC')
}
