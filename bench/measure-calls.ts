/** The administrator's calls, one at a time. */
import type { Visitor } from '../test/support/visitor.ts'

/** One figure of the bench with its budget: the median has to be within it. */
export type Line = {
  what: string
  median: number
  /** the 95th percentile */
  tail: number
  note?: string
  budget: number | null
  held: boolean
}

type Options = { users: number; requests: number; say: (line: Line) => void }

/** Milliseconds (issue of this area): a list's first page, any search, the dashboard. */
const LIST = 50
const SEARCH = 150
const DASHBOARD = 300
const WARM_UP = 5
const DEEP = 30

/** Each list with the states of its tabs, the orders that it knows, and what it is searched for. */
const LISTS = {
  investments: {
    tabs: ['pending,waiting approval', 'approved', 'completed,declined'],
    sorts: ['oldest', 'largest', 'smallest'],
    searches: ['tranx_id', 'wallet.wallet_address'],
  },
  withdrawals: {
    tabs: ['pending', 'approved', 'completed,declined'],
    sorts: ['oldest', 'largest', 'smallest'],
    searches: ['txid', 'wallet_address'],
  },
  referrals: {
    tabs: ['pending', 'approved', 'completed,declined'],
    sorts: ['oldest', 'largest', 'smallest'],
    searches: [],
  },
  users: { tabs: ['approved', 'submitted'], sorts: ['oldest'], searches: [] },
  checks: { tabs: ['submitted', 'approved'], sorts: ['oldest'], searches: [] },
  audit: { tabs: [], sorts: ['oldest'], searches: [] },
} as const

type Item = { [field: string]: unknown; id: string }

/** Measures every call and tells each as soon as it is there. */
export async function measureCalls(visitor: Visitor, { users, requests, say }: Options): Promise<Line[]> {
  const lines: Line[] = []
  const measure = async (what: string, path: string | readonly string[], budget: number | null) => {
    const times: number[] = []
    for (let round = -WARM_UP; round < requests; round += 1) {
      const began = performance.now()
      const answers = await Promise.all([path].flat().map((one) => visitor.get(one)))
      const took = performance.now() - began
      const wrong = answers.find(({ status }) => status !== 200)
      if (wrong) throw new Error(`${what} answered ${wrong.status}: ${JSON.stringify(wrong.body).slice(0, 300)}`)
      if (round >= 0) times.push(took)
    }
    const median = percentile(times, 0.5)
    const line = { what, median, tail: percentile(times, 0.95), budget, held: budget === null || median <= budget }
    lines.push(line)
    say(line)
  }

  // In the middle of it all: a user who has been there for a while, with records.
  const name = `load-${String(Math.floor(users / 2)).padStart(6, '0')}`
  const month = `&from=${daysAgo(60)}&to=${daysAgo(30)}`
  for (const [list, { tabs, sorts, searches }] of Object.entries(LISTS)) {
    const path = `/api/admin/${list}?limit=50`
    const asked = (words: string) => `${path}&${words}`
    const search = (q: string) => asked(`q=${encodeURIComponent(q)}`)
    const { items } = (await visitor.get(path)).body as { items: Item[] }
    const [first] = items
    if (first === undefined) throw new Error(`The list of ${list} is empty.`)
    await measure(`${list}, first page`, path, LIST)
    for (const sort of sorts) await measure(`${list}, ${sort} first`, asked(`sort=${sort}`), LIST)
    for (const tab of tabs) await measure(`${list}, ${tab}`, asked(`status=${encodeURIComponent(tab)}`), LIST)
    await measure(`${list}, how many in all`, `/api/admin/${list}/count`, LIST)
    await measure(`${list}, how many are found of everybody`, `/api/admin/${list}/count?q=load-`, SEARCH)
    await measure(`${list}, of a month`, path + month, LIST)
    await measure(`${list}, page ${DEEP}`, asked(`cursor=${await cursorOf(visitor, path)}`), LIST)
    if (list !== 'users') await measure(`${list}, one record`, `/api/admin/${list}/${first.id}`, LIST)
    await measure(`${list}, search for a name`, search(name), SEARCH)
    await measure(`${list}, search for an e-mail`, search(`${name}@load.plumb.test`), SEARCH)
    await measure(`${list}, search for part of a name`, search(name.slice(0, -2)), SEARCH)
    await measure(`${list}, search for an id`, search(valueOf(first, 'subject.id') ?? first.id), SEARCH)
    for (const field of searches) {
      const value = items.map((item) => valueOf(item, field)).find((text) => text !== undefined)
      if (value !== undefined) await measure(`${list}, search for ${field}`, search(value), SEARCH)
    }
    await measure(`${list}, search for nobody`, search('nobody has this name'), SEARCH)
    await measure(`${list}, search for everybody`, search('load-'), SEARCH)
    if (list !== 'audit' && list !== 'users' && list !== 'checks') {
      await measure(`${list}, search for everybody, largest first`, `${search('load-')}&sort=largest`, SEARCH)
    }
  }

  const [investment] = (await visitor.get('/api/admin/investments')).body.items
  for (const q of ['lo', name, investment.id, investment.tranx_id, 'nobody has this name']) {
    await measure(`search over everything for ${q}`, `/api/admin/find?q=${encodeURIComponent(q)}`, SEARCH)
  }
  const [withdrawal] = (await visitor.get('/api/admin/withdrawals')).body.items
  await measure('background of a withdrawal', `/api/admin/withdrawal-background/${withdrawal.id}`, LIST)
  await measure('account of a user', `/api/view-user/${investment.user.id}`, null)
  const [most] = (await visitor.get('/api/admin/balances?account=earnings')).body.items
  await measure('account of a user with many records', `/api/view-user/${most.user.id}`, null)
  await measure('newest of all lists', '/api/admin-histories', null)
  await measure('funds', '/api/admin/funds', null)
  await measure('how promises are backed', '/api/admin/backing', null)
  await measure('what falls due', '/api/admin/due', null)
  await measure('whom we owe', '/api/admin/balances?account=earnings', null)
  await measure('what moved in 30 days', `/api/admin/moves?direction=in&from=${daysAgo(30)}&to=${daysAgo(0)}`, null)

  const dashboard = ['/api/admin/figures', '/api/analysis', '/api/admin/waiting', '/api/admin/approvals']
  for (const path of dashboard) await measure(`dashboard: ${path.split('/').at(-1)}`, path, DASHBOARD)
  await measure('dashboard: all of it at once', dashboard, DASHBOARD)
  return lines
}

/** The cursor after so many pages. */
async function cursorOf(visitor: Visitor, path: string): Promise<string> {
  let cursor = ''
  for (let page = 1; page < DEEP; page += 1) {
    const { body } = await visitor.get(`${path}${cursor === '' ? '' : `&cursor=${cursor}`}`)
    if (body.next_cursor === null) break
    cursor = body.next_cursor
  }
  return cursor
}

/** A field of a record by its path, `wallet.wallet_address`. */
function valueOf(item: Item, path: string): string | undefined {
  let value: unknown = item
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return typeof value === 'string' ? value : undefined
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString()
}

/** The smallest of the figures that so many of them are no larger than. */
export function percentile(figures: readonly number[], part: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? NaN
}
