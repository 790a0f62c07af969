import type { ComponentType } from 'react'
import type { ReplyOf } from '#kit/wire.ts'
import { dollars } from '#money/show.ts'
import type { recordsContract } from '#records/contract.ts'
import { momentOf } from '#ui/times.ts'
import { networkName } from '#wallets/web/networks.ts'
import { statusWords } from '#desk/record-parts.tsx'
import { shortAddress } from '#wallets/address-rules.ts'

/** A screen of the desk, under each of its names. */
export type FindScreen = {
  to: string
  label: string
  short: string
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
}
export type Found = ReplyOf<(typeof recordsContract)['GET /api/admin/find']>
type FoundRecord = Found['records'][number]

/** One thing that was found, what tells it from others, and the way there. */
export type Hit = {
  kind: HitKind
  key: string
  title: string
  detail: string
  to: string
  search?: Record<string, string>
}
export type HitKind = 'screen' | 'person' | FoundRecord['kind'] | 'wallet' | 'list'

/** What stands over the hits of each kind, in the order of the kinds. */
export const GROUPS: Readonly<Record<HitKind, string>> = {
  screen: 'Screens',
  person: 'People',
  investment: 'Investments',
  withdrawal: 'Withdrawals',
  referral: 'Referrals',
  refund: 'Refunds',
  wallet: 'Payment wallets',
  list: 'More',
}
const KINDS = Object.keys(GROUPS) as HitKind[]

/** Characters from which the server is asked. */
export const LEAST = 2

/** Screens by any word of their names; all of them where nothing is typed. */
export function screenHits(typed: string, screens: readonly FindScreen[]): Hit[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return screens
    .filter(({ label, short }) => {
      const names = `${label} ${short}`.toLowerCase().split(' ')
      return words.every((word) => names.some((name) => name.startsWith(word)))
    })
    .map(({ to, label }) => ({ kind: 'screen', key: to, title: label, detail: '', to }))
}

/** Everything that was found, kind after kind; at its end the way to look through all users, as they are listed. */
export function hitsOf(typed: string, screens: readonly FindScreen[], found: Found | undefined): Hit[] {
  const text = typed.trim()
  const hits = screenHits(text, screens)
  if (text.length < LEAST) return hits
  const answered = found
    ? [...found.people.map(personHit), ...found.wallets.map(walletHit), ...found.records.map(recordHit)]
    : []
  const all = [...hits, ...answered]
  if (found) all.push(listHit(text))
  return KINDS.flatMap((kind) => all.filter((hit) => hit.kind === kind))
}

function personHit({ id, name, email, phone, blocked }: Found['people'][number]): Hit {
  const detail = [blocked && 'Blocked', email, phone].filter(Boolean).join(', ')
  return { kind: 'person', key: id, title: name, detail, to: `/view-account/${id}` }
}

function walletHit({ id, name, address, network }: Found['wallets'][number]): Hit {
  const detail = `${networkName(network)}, ${shortAddress(address)}`
  return { kind: 'wallet', key: id, title: name, detail, to: '/wallets' }
}

const BY = { id: 'id', reference: 'reference', transaction: 'transaction', address: 'to' }
const TITLES: Readonly<Record<FoundRecord['kind'], (amount: string, name: string) => string>> = {
  investment: (amount, name) => `${amount} by ${name}`,
  withdrawal: (amount, name) => `${amount} to ${name}`,
  referral: (amount, name) => `${amount} to ${name}`,
  refund: (amount, name) => `${amount} back to ${name}`,
}
const PLACES = {
  investment: { to: '/admin-investments', panel: 'investment' },
  withdrawal: { to: '/admin-withdrawals', panel: 'withdrawal' },
  referral: { to: '/admin-referrals', panel: 'referral' },
  refund: { to: '/admin-investments', panel: 'investment' },
}

function recordHit({ kind, id, by, text, amount, status, created_at, user }: FoundRecord): Hit {
  const { to, panel } = PLACES[kind]
  return {
    ...{ kind, key: id, title: TITLES[kind](dollars(amount), user.name) },
    // of a refund, the state would be its investment's
    detail: [kind !== 'refund' && statusWords(status), momentOf(created_at), `${BY[by]} ${shortAddress(text)}`]
      .filter(Boolean)
      .join(', '),
    to,
    search: { panel, of: id },
  }
}

/** By any part of a name, which takes longer. */
function listHit(text: string): Hit {
  const title = `Search the list of users for “${text}”`
  return { kind: 'list', key: 'users', title, detail: '', to: '/list-users', search: { q: text } }
}

const MOST_RECENT = 5
/** What was opened last from here, newest first: in memory alone, so it goes with the page. */
let recent: readonly Hit[] = []

export function recentHits(): readonly Hit[] {
  return recent
}

export function rememberHit(hit: Hit) {
  if (hit.kind === 'screen') return
  recent = [hit, ...recent.filter(({ kind, key }) => kind !== hit.kind || key !== hit.key)].slice(0, MOST_RECENT)
}
