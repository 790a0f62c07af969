import { Link } from '@tanstack/react-router'
import { type FindScreen, GROUPS, type Hit, type HitKind } from './hits.ts'

/** The screen whose sign a hit has. */
const SIGNS: Readonly<Record<Exclude<HitKind, 'screen'>, string>> = {
  ...{ person: '/list-users', list: '/list-users', wallet: '/wallets' },
  ...{ investment: '/admin-investments', refund: '/admin-investments' },
  ...{ withdrawal: '/admin-withdrawals', referral: '/admin-referrals' },
}

type FindOptionsProps = {
  id: string
  hits: readonly Hit[]
  /** How many of the first ones were opened before. */
  recent: number
  screens: readonly FindScreen[]
  /** Which one Enter opens; below zero where there is none. */
  active: number
  onPoint: (place: number) => void
  onChoose: (hit: Hit) => void
}

/** What was found, kind under kind. The focus stays in the field; what Enter opens is marked. */
export function FindOptions({ id, hits, recent, screens, active, onPoint, onChoose }: FindOptionsProps) {
  const placed = hits.map((hit, place) => ({ hit, place, head: place < recent ? 'Recent' : GROUPS[hit.kind] }))
  return (
    <div id={id} role="listbox" aria-label="Found">
      {[...Map.groupBy(placed, ({ head }) => head)].map(([head, ofKind]) => (
        <div key={head} role="group" aria-label={head}>
          <p aria-hidden className="px-3 pt-2 pb-1 text-12 text-ink-2">
            {head}
          </p>
          {ofKind.map(({ hit, place }) => {
            const sign = hit.kind === 'screen' ? hit.to : SIGNS[hit.kind]
            const Icon = screens.find(({ to }) => to === sign)?.icon
            return (
              <Link
                key={`${hit.kind} ${hit.key}`}
                id={`${id}${place}`}
                role="option"
                aria-selected={place === active}
                tabIndex={-1}
                to={hit.to}
                search={hit.search ?? {}}
                // it would be fetched for whatever the mouse passes
                preload={false}
                ref={place === active ? intoView : undefined}
                onPointerMove={() => place !== active && onPoint(place)}
                onClick={({ ctrlKey, metaKey, shiftKey }) => ctrlKey || metaKey || shiftKey || onChoose(hit)}
                className={`flex min-h-11 items-center gap-3 rounded-control px-3 py-2 ${place === active ? 'bg-sunken' : ''}`}
              >
                {Icon && (
                  <Icon className={`size-5 shrink-0 ${place === active ? 'text-brand' : 'text-ink-3'}`} aria-hidden />
                )}
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="block text-15 font-medium">{hit.title}</span>
                  {hit.detail && <span className="block text-13 text-ink-2">{hit.detail}</span>}
                </span>
              </Link>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function intoView(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}
