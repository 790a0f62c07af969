import { Link } from '@tanstack/react-router'
import type { FactorHelp } from '#factors/contract.ts'
import { Card } from '#ui/card.tsx'
import { useNow } from '#ui/now.ts'
import { ago, momentOf } from '#ui/times.ts'
import { useRead } from '#desk/calls.ts'
import { UntilTold } from './until-told.tsx'

/** Who asks for help with lost second factors, each leading to their account; nothing while nobody does. */
export function HelpCard() {
  const { data } = useRead('GET /api/admin/factor-help')
  const now = useNow(60_000)
  if (!data || data.items.length === 0) return null
  return (
    <Card className="px-5 pt-4 pb-2">
      <UntilTold helps={data.items} />
      <h2 className="pb-1 text-17">Lost second factors</h2>
      <ul className="divide-y divide-line">
        {data.items.map(({ id, user, asked_at, ...help }) => (
          <li key={id}>
            <Link
              to="/view-account/$userId"
              params={{ userId: user.id }}
              className="flex min-h-16 items-center justify-between gap-4 rounded-control py-2"
            >
              <span className="min-w-0 text-15 font-semibold wrap-anywhere">{user.name}</span>
              <span className="shrink-0 text-end text-13 text-ink-2">
                {help.state === 'open' ? `asks for help, ${ago(asked_at, now)}` : waitInWords(help)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function waitInWords({ told, ends_at }: Pick<FactorHelp, 'told' | 'ends_at'>): string {
  if (told === 'may yet') return 'waits for a message to be delivered'
  const moment = momentOf(ends_at ?? '')
  return told === 'never' ? `not told of the wait, ends ${moment}` : `waits until ${moment}`
}
