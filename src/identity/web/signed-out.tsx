import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as text from '#texts/signed-out.ts'
import { useConnection } from '#ui/connection.ts'
import { Mark } from '#ui/mark.tsx'
import { Rosette } from '#ui/rosette.tsx'

/** Two that keep their places, whichever comes later. */
const besideClass = 'flex flex-wrap items-end justify-between gap-x-4'

type SignedOutProps = {
  /** Names the browser's tab. */
  title: string
  /** On the engraved paper: what this page is, or what the house stands for. */
  hero: ReactNode
  /** Beside the last line. */
  foot?: ReactNode
  children: ReactNode
}

/**
 * The frame of all signed-out pages: engraved paper above the form, beside it on wide screens. The form stands at a fixed
 * height and not in the middle, where each part that comes would move those before it.
 */
export function SignedOut({ title, hero, foot, children }: SignedOutProps) {
  return (
    <div className="lg:grid lg:grid-cols-[minmax(24rem,9fr)_11fr]">
      <title>{text.tab(title)}</title>
      <header className="paper-verdigris relative isolate flex flex-col overflow-clip rounded-b-[2.25rem] px-6 pt-[max(1.375rem,env(safe-area-inset-top))] pb-9 self-start lg:sticky lg:top-(--banner) lg:min-h-[calc(100dvh-var(--banner))] lg:rounded-none lg:p-14">
        <Rosette
          id={text.engraving}
          className="-top-30 -end-40 -z-10 size-104 [--fade-from:36%] [--fade-to:62%] [--fade:42deg] lg:-top-[20%] lg:-end-[62%] lg:aspect-square lg:size-auto lg:h-[108%] lg:[--fade-from:24%] lg:[--fade-to:60%]"
        />
        <Link to="/" className="inline-flex items-center gap-2.5 self-start rounded-control text-17 font-medium">
          <Mark />
          <span className="house-name">{text.product}</span>
        </Link>
        <div className="mt-auto">{hero}</div>
      </header>
      <main className="mx-auto flex w-full max-w-107.5 flex-col px-6 pt-8 pb-6 lg:pt-[11dvh]">
        <OfflineLine />
        {children}
        <div className={`mt-10 text-13 text-ink-2 ${foot ? besideClass : 'text-center'}`}>
          <p>
            {text.runBy !== null && <span className="block">{text.runBy}</span>}
            {text.capital}{' '}
            <Link to="/terms" className={`${linkClass} text-13`}>
              {text.terms}
            </Link>
          </p>
          {foot}
        </div>
      </main>
    </div>
  )
}

/** Says that nothing can be sent now. Always there, so that it is read out when it comes. */
function OfflineLine() {
  const offline = useConnection() === 'offline'
  return (
    <p role="status" className={offline ? 'mb-6 rounded-tile bg-pending-wash p-4 text-14 text-pending' : ''}>
      {offline && text.offline}
    </p>
  )
}

/** The class of the big line on the paper. */
export const heroLineClass = 'max-w-[9.5em] text-[1.75rem]/[1.15] font-medium tracking-tight lg:text-[3rem]/[3.375rem]'

/** The line on the paper where the form has its own heading. */
export function Motto() {
  return <p className={`mt-18 ${heroLineClass}`}>{text.motto}</p>
}

/** The class of what stands under the big line. */
export const heroTextClass = 'mt-3 max-w-96 text-15'

/** The heading of a form. */
export function FormHead({ title, heading, children }: { title?: string; heading: string; children?: ReactNode }) {
  return (
    <div className="mb-6">
      {title && <p className="mb-1 text-11 font-medium tracking-wide text-ink-3">{title}</p>}
      <h1 className="text-22">{heading}</h1>
      {children && <p className="mt-1 text-ink-2">{children}</p>}
    </div>
  )
}

/** The class of a link among text. */
export const linkClass = 'inline-flex min-h-11 items-center rounded font-semibold text-brand'
