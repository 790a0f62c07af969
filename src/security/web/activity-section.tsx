import { usePages } from '#lists/web/pages.ts'
import type { ActivityLine } from '#security/contract.ts'
import * as text from '#texts/security.ts'
import { Button } from '#ui/button.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { momentOf } from '#ui/times.ts'
import { call } from './calls.ts'
import { Section } from './section.tsx'

const LIST = 'GET /api/activity'
const PAGE = '10'

/** What was done with one's account, newest first. */
export function ActivitySection() {
  const pages = usePages(LIST, (query) => call(LIST, { query }), { limit: PAGE }, { whole: true })
  const { rows, error, again } = pages
  return (
    <Section title={text.activity} lead={text.activityLead}>
      {error ? (
        <LoadFailed again={again} />
      ) : rows === undefined ? (
        <Skeleton className="h-24" />
      ) : rows.length === 0 ? (
        <p className="text-14 text-ink-2">{text.noActivity}</p>
      ) : (
        <div>
          <ul aria-label={text.activity} className="divide-y divide-line">
            {rows.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
          {pages.more && (
            <Button variant="quiet" size="small" busy={pages.comingMore} onClick={pages.loadMore}>
              {pages.failedMore ? text.moreAgain : text.more}
            </Button>
          )}
        </div>
      )}
    </Section>
  )
}

function Line({ line: { at, action, by, browser, system, network, times } }: { line: ActivityLine }) {
  const where = [
    by === 'administrator' && text.byAdministrator,
    (browser ?? system) && text.device(browser, system),
    network && text.network(network),
  ]
  return (
    <li className="py-3">
      <p className={`font-medium ${by === 'somebody' ? 'text-down' : ''}`}>{text.done(action, times)}</p>
      <p className="mt-0.5 text-14 text-ink-2">{[momentOf(at), ...where].filter(Boolean).join(' · ')}</p>
    </li>
  )
}
