/** Passkeys and authenticator apps of one user: more than anybody has devices. */
export const MOST_FACTORS = 10
export const RECOVERY_CODES = 10

/** Letters and digits that nobody takes for one another, as they are read from paper (Crockford's base 32). */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUP = 5
const GROUPS = 5

/** A recovery code of random bytes, one for each character: five groups of five, 125 bits, which nobody tries through. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  const letters = [...bytes.slice(0, GROUP * GROUPS)].map((byte) => LETTERS[byte % LETTERS.length])
  return Array.from({ length: GROUPS }, (_, group) => letters.slice(group * GROUP, (group + 1) * GROUP).join('')).join(
    '-',
  )
}
export const RECOVERY_CODE_BYTES = GROUP * GROUPS

/** A recovery code as it is compared, or null if it cannot be one: o is read as 0, i and l as 1. */
export function readRecoveryCode(typed: string): string | null {
  const plain = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
  return plain.length === GROUP * GROUPS && [...plain].every((letter) => LETTERS.includes(letter)) ? plain : null
}

/** A code of an authenticator app as it is compared, or null if it cannot be one. */
export function readCode(typed: string): string | null {
  const plain = typed.replace(/\s/g, '')
  return /^[0-9]{6}$/.test(plain) ? plain : null
}

/** Hours between an administrator's help with lost factors and their removal, in which the owner can stop it. */
export const HELP_HOURS = 72
/** Days in which one request is ended by a second factor, or by the link that went to the phone, too; the next one stands. */
export const ENDED_ONCE_DAYS = 30
/** Characters in which somebody says how they can be reached. */
export const LONGEST_HELP_NOTE = 500
