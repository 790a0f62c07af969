import type { StatementAccount } from '#statements/contract.ts'
import { usePages } from '#lists/web/pages.ts'
import { ownZone } from '#ui/times.ts'
import { call } from './calls.ts'
import type { DayRange } from './period.ts'
import type { StoryAccount } from './story.ts'

const STORY = 'GET /api/story/:account'
const STATEMENT = 'GET /api/statement'
const DAYS = 'GET /api/statement-days'
/** Lines of a page; those that have been read are all on the screen. */
const limit = '100'
const whole = true

/** The postings of one of one's own accounts, newest first, a page at a time. */
export function useStory(account: StoryAccount) {
  const fetchPage = async ({ account: _, ...page }: Record<string, string>) =>
    withItems(await call(STORY, { params: { account }, query: { limit, ...page } }))
  return usePages(STORY, fetchPage, { account }, { whole })
}

/** The days of a period on which something moved, newest first, a page at a time. Days are those of this device's zone. */
export function useStatementDays(period: DayRange, account: StatementAccount) {
  const asked = { ...period, account, zone: ownZone() }
  const fetchPage = async (page: Record<string, string>) => {
    const reply = await call(DAYS, { query: { limit: '31', ...asked, ...page } })
    return { ...reply, items: reply.days }
  }
  return usePages(DAYS, fetchPage, asked, { idOf: ({ day }) => day, whole })
}

/** What moved on one day, newest first, a page at a time. */
export function useStatementDay(day: string, account: StatementAccount) {
  const asked = { from: day, to: day, account, zone: ownZone() }
  const fetchPage = async (page: Record<string, string>) =>
    withItems(await call(STATEMENT, { query: { limit, order: 'newest', ...asked, ...page } }))
  return usePages(STATEMENT, fetchPage, asked, { whole })
}

/** On the wire the items of these two are their lines. */
function withItems<Line, Reply extends { lines: Line[] }>(reply: Reply & { lines: Line[] }) {
  return { ...reply, items: reply.lines }
}
