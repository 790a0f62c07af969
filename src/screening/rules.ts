/** The lists that can be imported: of those who are under sanctions, and of those who are exposed to influence by their office. */
export const LISTS = ['ofac', 'eu', 'un', 'exposed'] as const
export type ListName = (typeof LISTS)[number]

/** What the lists are called. */
export const LIST_NAMES: Readonly<Record<ListName, string>> = {
  ofac: 'OFAC SDN',
  eu: 'EU consolidated list',
  un: 'UN consolidated list',
  exposed: 'Exposed persons',
}

export const HIT_STATES = ['open', 'confirmed', 'cleared', 'set aside'] as const
export type HitState = (typeof HIT_STATES)[number]

const HIT_STEPS: Readonly<Record<HitState, readonly HitState[]>> = {
  open: ['cleared', 'confirmed'],
  // taken back by a second administrator
  confirmed: ['cleared'],
  cleared: [],
  // was open when its account was taken back: nobody decides on it before the name is handed in again
  'set aside': [],
}

/** What a decision makes of a hit: open → cleared, for good, or confirmed → cleared by somebody else. */
export function hitMayBecome(from: HitState, to: HitState): boolean {
  return HIT_STEPS[from].includes(to)
}

/**
 * Whether a hit keeps an identity check from being approved. Every one does until somebody has looked at it; a confirmed
 * one does for good where it is of sanctions. An exposed person may be a customer who is looked at more closely.
 */
export function holdsApproval(list: ListName, state: HitState): boolean {
  return state === 'open' || (state === 'confirmed' && list !== 'exposed')
}

/** What keeps somebody's identity check from being approved by their name, and what is said of it. */
export const HOLDS = {
  comparing: 'The name is still being compared with the newest sanctions lists. Try again in a few minutes.',
  confirmed: 'This person is confirmed to be on a sanctions list. The match has to be cleared first.',
  'confirmed before':
    'A match was confirmed before the account was taken back. If it is not this person, an administrator other than the one who confirmed it has to clear it first.',
  'to review': 'The name looks like one on a list. Review the match before you approve the identity check.',
} as const
export type Hold = keyof typeof HOLDS

/** Megabytes that the files of one import have together at most. */
export const LARGEST_IMPORT_MB = 50
