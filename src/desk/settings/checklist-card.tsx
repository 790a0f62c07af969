import { Link, type LinkProps } from '@tanstack/react-router'
import { Check, ChevronRight } from 'lucide-react'
import type { Static } from 'typebox'
import { Card } from '#ui/card.tsx'
import { momentOf } from '#ui/times.ts'
import { useRead } from '#desk/calls.ts'
import type { Checklist as ChecklistSchema } from '#figures/contract.ts'

type Checklist = Static<typeof ChecklistSchema>
type Name = Checklist['items'][number]['name']
type LinkTarget = Pick<LinkProps, 'to' | 'search'>

const ITEMS: Record<Name, { title: string; link: LinkTarget }> = {
  wallet: { title: 'A payment wallet', link: { to: '/wallets', search: { panel: 'create-wallet' } } },
  plan: { title: 'A plan', link: { to: '/plans', search: { panel: 'create-plan' } } },
  mail: { title: 'Mail', link: { to: '/admin-mail' } },
  'text messages': { title: 'Text messages', link: { to: '/admin-mail' } },
  terms: { title: 'The terms', link: { to: '/admin-settings', search: { panel: 'setting', of: 'terms_confirmed' } } },
  backing: { title: 'Backing of promises', link: { to: '/admin-funds', search: { panel: 'set-backing' } } },
  'second administrator': {
    title: 'A second administrator',
    link: { to: '/list-users', search: { tab: 'administrators' } },
  },
}

/** What is missing before investors are taken in; nothing once all that is needed is done. */
export function ChecklistCard({ className = '' }: { className?: string }) {
  const { data } = useRead('GET /api/admin/checklist')
  if (!data?.open) return null
  return (
    <Card className={`px-5 pt-4 pb-1 ${className}`}>
      <h2 className="text-17">Before you open</h2>
      <ChecklistLines checklist={data} />
    </Card>
  )
}

/** Each thing that a house needs, done or not, and the way to where it is done. */
export function ChecklistLines({ checklist }: { checklist: Checklist }) {
  return (
    <ul className="divide-y divide-line">
      {checklist.items.map(({ name, done, needed }) => (
        <li key={name} className="relative flex items-center gap-3 py-2.5">
          <span
            className={`grid size-6 shrink-0 place-items-center rounded-full ${done ? 'bg-wash text-brand' : 'border border-line-strong'}`}
          >
            {done && <Check className="size-4" aria-hidden />}
            <span className="sr-only">{done ? 'Done:' : needed ? 'To do:' : 'Recommended:'}</span>
          </span>
          <span className="min-w-0 flex-1">
            <Link
              {...linkOf(name, checklist)}
              className="inline-flex min-h-11 items-center text-15 font-semibold after:absolute after:inset-0 lg:min-h-6"
            >
              {ITEMS[name].title}
            </Link>
            <span className="block text-13 text-ink-2">{wordsOf(name, checklist, done)}</span>
          </span>
          <ChevronRight className="size-5 shrink-0 text-ink-3" aria-hidden />
        </li>
      ))}
    </ul>
  )
}

function linkOf(name: Name, { reserve_empty }: Checklist): LinkTarget {
  if (name === 'backing' && reserve_empty) return { to: '/admin-funds' }
  return ITEMS[name].link
}

function wordsOf(name: Name, { mail, terms_version, reserve_empty }: Checklist, done: boolean): string {
  switch (name) {
    case 'wallet':
      return done ? 'At least one is available.' : 'Investors pay to it. Add the first.'
    case 'plan':
      return done ? 'At least one is available.' : 'Investors choose one. Add the first.'
    case 'mail':
      return mailWords(mail)
    case 'text messages':
      return done
        ? 'Go out through the gateway of SMS_URL.'
        : 'Nobody receives any: without SMS_URL text messages are written to files.'
    case 'terms':
      return done
        ? `Version ${terms_version} has been read and confirmed.`
        : 'Read what investors agree to, and confirm it.'
    case 'backing':
      if (reserve_empty)
        return 'Only what is set apart is promised, and the reserve is empty: nobody can invest. Fill it under Funds.'
      return done
        ? 'Chosen: how far earnings are set apart before they are promised.'
        : 'Choose whether you promise only what is set apart, or say on every plan what is not.'
    case 'second administrator':
      return done ? 'Large corrections get a second look.' : 'Large corrections then get a second look.'
  }
}

function mailWords({ gateway, delivered_at }: Checklist['mail']): string {
  const last = delivered_at === null ? 'none yet' : momentOf(delivered_at)
  if (gateway) return `Goes out by SMTP. Last handed over: ${last}.`
  return `Nobody receives any: without SMTP_URL mail is written to files. Last written: ${last}.`
}
