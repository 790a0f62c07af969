/** An administrator keeps so many filters of one list at most. */
export const MOST_SAVED = 20
/** Characters of the name of a saved filter. */
export const LONGEST_NAME = 40

/** The lists of the desk whose filters can be saved, by the last word of their calls. */
export type SavedList =
  | 'investments'
  | 'withdrawals'
  | 'referrals'
  | 'checks'
  | 'matches'
  | 'users'
  | 'audit'
  | 'messages'

/** What a list is narrowed to and ordered by, as it stands in the address. */
export type SavedSearch = { readonly [Name in SearchName]?: string | undefined }
type SearchName = 'tab' | 'q' | 'from' | 'to' | 'min' | 'max' | 'sort' | 'status' | 'action' | 'kind'

const ANY: readonly SearchName[] = ['q', 'from', 'to', 'sort']
const WITH_AMOUNTS: readonly SearchName[] = [...ANY, 'tab', 'status', 'min', 'max']
const NAMES: Record<SavedList, readonly SearchName[]> = {
  investments: WITH_AMOUNTS,
  withdrawals: WITH_AMOUNTS,
  referrals: WITH_AMOUNTS,
  checks: [...ANY, 'tab', 'status'],
  matches: [...ANY, 'tab', 'status'],
  users: [...ANY, 'tab', 'status'],
  audit: [...ANY, 'action', 'kind'],
  // the mail's own screen has a tab for them
  messages: [...ANY, 'tab', 'status'],
}

/** What a search names that its list cannot be narrowed to or ordered by; all of it where it names nothing. */
export function notOfList(list: SavedList, search: SavedSearch): string[] {
  const names = (Object.keys(search) as SearchName[]).filter((name) => search[name])
  const known = NAMES[list]
  const wrong: string[] = names.filter((name) => !known.includes(name))
  if (!known.includes('min') && /^(largest|smallest)$/.test(search.sort ?? '')) wrong.push('sort')
  return wrong
}
