import type { Flag, IdentityCheck } from '#kyc/contract.ts'
import type { CheckHold } from '#kyc/hold-rules.ts'

const SHORT_FLAGS: Readonly<Record<Flag, string>> = {
  'name differs': 'Name differs',
  'birth date differs': 'Birth date differs',
  'same document number': 'Same number',
  'same file': 'Same picture',
}

const SHORT_HOLDS: Readonly<Record<CheckHold, string>> = {
  erased: 'Erased',
  expired: 'Document expired',
  comparing: 'Being compared with lists',
  confirmed: 'Confirmed list match',
  'confirmed before': 'Match confirmed earlier',
  'to review': 'List match',
}

/** Short, for a list: what keeps a check from being approved, and what to look at twice. */
export function lookTwice({ held, flags }: Pick<IdentityCheck, 'held' | 'flags'>): string[] {
  return [...(held ? [SHORT_HOLDS[held]] : []), ...flags.map((flag) => SHORT_FLAGS[flag])]
}
