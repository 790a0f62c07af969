import type { Flag } from '#kyc/contract.ts'

/** Short, for a list. */
export const SHORT_FLAGS: Readonly<Record<Flag, string>> = {
  'name differs': 'Name differs',
  'birth date differs': 'Birth date differs',
  'same document number': 'Same number',
  'same file': 'Same picture',
}
