import { Suspense } from 'react'
import { FormHead, heroLineClass, heroTextClass, Motto, SignedOut } from '#identity/web/signed-out.tsx'
import { backed, owesNothing } from '#texts/backed.ts'
import * as text from '#texts/books.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { askBooks, useAsked } from './calls.ts'

const Figures = lazyPart(async () => (await import('./figures.tsx')).Figures)
const LogPart = lazyPart(async () => (await import('#log/web/log-part.tsx')).LogPart)
// while the figures themselves are asked for
void Figures.preload()
/** As high as a window, so that nothing moves that is seen. Not ui/skeleton.tsx: that comes with all that signed-in people have. */
const coming = <div aria-hidden data-coming className="min-h-dvh animate-breathe rounded-card bg-sunken" />

/** What is held and owed, how long it lasts and what plans have kept, for everybody; and what that does not say. */
export function BooksScreen() {
  const { data, failed, again } = useAsked(askBooks)
  const books = data && ('custody' in data ? data : null)
  const isHidden = books === null && data !== undefined
  const coverage = books && (books.coverage === null ? owesNothing : backed(books.coverage))
  return (
    <SignedOut
      title={text.title}
      hero={
        isHidden ? (
          <Motto />
        ) : (
          <div className="mt-18">
            <p className={heroLineClass}>{coverage ?? '\u00a0'}</p>
            <p className={heroTextClass}>{books ? text.asOf(books.as_of) : '\u00a0'}</p>
          </div>
        )
      }
    >
      <FormHead heading={text.heading}>{isHidden ? text.hidden : text.lead}</FormHead>
      {data === undefined && !failed ? (
        coming
      ) : (
        <Suspense fallback={coming}>
          <Figures books={books} again={again} />
        </Suspense>
      )}
      {!isHidden && <Unsaid />}
      {/* last of all: what checks a kept mail is not waited for */}
      {(data !== undefined || failed) && (
        <Suspense fallback={coming}>
          <LogPart />
        </Suspense>
      )}
    </SignedOut>
  )
}

/** What the figures do not say. */
function Unsaid() {
  return (
    <section aria-labelledby="unsaid" className="mt-8">
      <h2 id="unsaid" className="text-17 font-medium">
        {text.unsaid}
      </h2>
      <ul className="mt-3 flex flex-col gap-2 text-14 text-ink-2">
        {text.notSaid.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
