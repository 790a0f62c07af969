import { Link } from '@tanstack/react-router'
import {
  BadgeCheck,
  Check,
  ArrowUpRight,
  ShieldAlert,
  Sprout,
  UserCheck,
  UsersRound,
  WalletMinimal,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import * as text from '#texts/notifications.ts'
import type { Status } from '#kit/wire.ts'
import type { Notification } from '#notifications/contract.ts'
import { StatusPill } from '#ui/status-pill.tsx'
import { readStored } from '#ui/stored.ts'
import { momentOf } from '#ui/times.ts'
import { placeOf } from './links.ts'
import { toldIn, type ListLine, type RecordStory } from './stories.ts'

const icons: Record<string, LucideIcon> = {
  investment: Sprout,
  withdrawal: ArrowUpRight,
  referral: UsersRound,
  balance: WalletMinimal,
  identity: BadgeCheck,
  security: ShieldAlert,
  approval: UserCheck,
}
const statuses: Record<string, Status> = { yellow: 'pending', green: 'approved', grey: 'completed', red: 'declined' }

/** What its investor has ended themselves was declined by nobody. */
function shownState({ title, status_color, status_text }: Notification['data']): { status: Status; label: string } {
  if (status_text === 'declined' && title.endsWith(' cancelled')) return { status: 'completed', label: text.cancelled }
  return { status: statuses[status_color] ?? 'completed', label: status_text }
}

export type BellView = 'investor' | 'admin'
type How = { view: BellView; onRead: (told: readonly Notification[]) => void }

/** A line of the list: one story, or many of one kind on one day, which open to their stories. */
export function NotificationLine({ line, ...how }: How & { line: ListLine }) {
  const [first, ...others] = line.stories
  if (others.length === 0) return <StoryRow story={first} {...how} />
  const { data } = first.told[0]
  const title = text.many(data.title, line.stories.length)
  return (
    <li className="py-3.5">
      <Row newest={first.told[0]} unread={unreadIn(toldIn(line))} title={title} onRead={how.onRead}>
        <span className="font-semibold">{title}</span>
      </Row>
      <details className="ps-13.5">
        <summary className="flex min-h-11 items-center rounded-control text-14 font-medium text-brand">
          {text.each(line.stories.length)}
        </summary>
        <ul className="divide-y divide-line">
          {line.stories.map((story) => (
            <StoryRow key={story.key} story={story} {...how} />
          ))}
        </ul>
      </details>
    </li>
  )
}

/** What was told of one record: the newest, which opens it, and what was told before. */
function StoryRow({ story: { told }, view, onRead }: How & { story: RecordStory }) {
  const [newest, ...earlier] = told
  const { title, bold_value } = newest.data
  return (
    <li className="py-3.5">
      <Row newest={newest} unread={unreadIn(told)} title={title} onRead={onRead}>
        <RecordLink newest={newest} view={view} onOpen={() => onRead(unreadIn(told))}>
          {title} {bold_value}
        </RecordLink>
      </Row>
      {earlier.length > 0 && (
        <details className="ps-13.5">
          <summary className="flex min-h-11 items-center rounded-control text-14 font-medium text-brand">
            {text.earlier(earlier.length)}
          </summary>
          <ul className="flex flex-col gap-2 pb-1 text-14 text-ink-2">
            {earlier.map(({ id, data, created_at }) => (
              <li key={id}>
                {data.title}, {shownState(data).label}, {momentOf(created_at)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

type RowProps = {
  newest: Notification
  unread: readonly Notification[]
  title: string
  onRead: How['onRead']
  children: ReactNode
}

function Row({ newest: { data, created_at }, unread, title, onRead, children }: RowProps) {
  const Icon = icons[data.icon] ?? BadgeCheck
  const isNew = unread.length > 0
  return (
    <div className="relative flex items-start gap-3.5 max-xs:flex-wrap">
      <span
        aria-hidden
        className={`grid size-10 shrink-0 place-items-center rounded-full ${isNew ? 'bg-wash text-brand' : 'bg-sunken text-ink-3'}`}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1 max-xs:basis-2/3">
        <p className="wrap-anywhere">
          {children}{' '}
          {isNew && (
            <span className="rounded-full bg-brand px-2 py-0.5 text-11 font-semibold text-on-brand">{text.fresh}</span>
          )}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-2">
          <StatusPill {...shownState(data)} />
          {momentOf(created_at)}
        </p>
      </div>
      {isNew && (
        <button
          type="button"
          aria-label={text.read(title)}
          onClick={() => onRead(unread)}
          className="relative -me-2 grid size-11 shrink-0 place-items-center rounded-full text-ink-3"
        >
          <Check className="size-5" aria-hidden />
        </button>
      )}
    </div>
  )
}

type RecordLinkProps = { newest: Notification; view: BellView; onOpen: () => void; children: ReactNode }

/** The way to the record, over the whole row; where the other view has it, what to do. */
function RecordLink({ newest, view, onOpen, children }: RecordLinkProps) {
  const place = placeOf(newest)
  const weight = newest.read_at === null ? 'font-semibold' : 'font-medium'
  if (place.view !== 'both' && place.view !== view) {
    return (
      <>
        <span className={weight}>{children}</span>
        <span className="block text-13 text-ink-2">{wayTo(place.view)}</span>
      </>
    )
  }
  return (
    <Link
      {...place.link}
      replace
      onClick={onOpen}
      className={`${weight} after:absolute after:inset-0 after:rounded-control`}
    >
      {children}
    </Link>
  )
}

function wayTo(view: BellView): string {
  const roles = readStored<{ roles: readonly string[] }>('user')?.roles ?? []
  return view === 'admin' && roles.length === 0 ? text.notAdministrator : text.inOtherView[view]
}

function unreadIn(told: readonly Notification[]): Notification[] {
  return told.filter(({ read_at }) => read_at === null)
}
