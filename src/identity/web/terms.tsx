import { useLocation } from '@tanstack/react-router'
import { Suspense, useCallback, useState } from 'react'
import { DEFAULT_TERMS } from '#settings/terms-rules.ts'
import { DEFAULT_VERSION } from '#settings/version-rules.ts'
import { call } from '#settings/web/calls.ts'
import { TermsText } from '#settings/web/terms-text.tsx'
import * as text from '#texts/terms.ts'
import { useAnswer } from '#ui/answer.ts'
import { Button } from '#ui/button.tsx'
import { CallError } from '#ui/client.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { readStored, writeStored } from '#ui/stored.ts'
import { readView } from './session.ts'
import { FormHead, linkClass, Motto, SignedOut } from './signed-out.tsx'

type Terms = Awaited<ReturnType<typeof read>>
type Found = { asked: string | undefined; terms?: Terms; problem?: string; kept?: true }

const AcceptTerms = lazyPart(async () => (await import('#settings/web/accept-terms.tsx')).AcceptTerms)

/** Where the terms in force are kept for when there is no connection. */
const KEPT = 'terms'

const read = (version: string | undefined) =>
  call('GET /api/terms', { query: version === undefined ? {} : { version } })

/** What the server says; without a connection the terms as they were read last, and never those of the program instead. */
async function find(asked: string | undefined): Promise<Found> {
  try {
    const terms = await read(asked)
    if (asked === undefined) writeStored(KEPT, terms)
    return { asked, terms }
  } catch (error) {
    const { status } = error instanceof CallError ? error : { status: 0 }
    const terms = readStored<Terms>(KEPT)
    if (status === 0 && terms && asked === undefined) return { asked, terms, kept: true }
    return { asked, problem: status === 404 || status === 422 ? text.unknown : text.failed }
  }
}

/** Found with the code of the screen, so that it is drawn with its text at once. Those of the program are there when it is built. */
let first: Found | undefined = import.meta.env.SSR
  ? {
      asked: undefined,
      terms: {
        ...{ status: 'success', version: DEFAULT_VERSION, content: DEFAULT_TERMS, summary: null, published_at: null },
        ...{ in_force: DEFAULT_VERSION, versions: [] },
      },
    }
  : await find(new URLSearchParams(location.search).get('version') ?? undefined)

/** Once: who comes back later in the life of the page asks again. */
function takeFirst(asked: string | undefined): Promise<Found> {
  const found = first?.asked === asked ? first : undefined
  first = undefined
  return found ? Promise.resolve(found) : find(asked)
}

/** What a person agrees to when they register, or an earlier version of it. */
export function TermsScreen() {
  const { version: asked } = useLocation().search
  const [found, setFound] = useState(first)
  useAnswer(
    useCallback(() => takeFirst(asked), [asked]),
    setFound,
  )
  const again = async () => setFound(await find(asked))
  const { terms, problem, kept }: Partial<Found> = found && found.asked === asked ? found : {}
  return (
    <SignedOut title={text.title} hero={<Motto />}>
      <FormHead heading={text.title}>{kept && text.asKept}</FormHead>
      {problem !== undefined && (
        <div role="alert" className="text-ink-2">
          {problem}
          <Button variant="secondary" size="medium" className="mt-3 w-full" onClick={() => void again()}>
            {text.again}
          </Button>
        </div>
      )}
      <article id="terms">{terms && <Version terms={terms} />}</article>
      {terms && terms.version === terms.in_force && !import.meta.env.SSR && readView() === 'investor' && (
        <Suspense>
          <div className="mt-8 empty:hidden">
            <AcceptTerms />
          </div>
        </Suspense>
      )}
    </SignedOut>
  )
}

/** One version: which it is and since when, its text, and the way to the others. */
function Version({ terms: { version, published_at, in_force, content, versions } }: { terms: Terms }) {
  const day = published_at && text.dayOf(published_at)
  const others = versions.filter((each) => each.version !== version)
  return (
    <>
      {in_force !== DEFAULT_VERSION && (
        <p className="mb-4 text-14 text-ink-2">
          {version === in_force ? text.version(version, day) : text.older(version, day)}
        </p>
      )}
      <TermsText content={content} />
      {others.length > 0 && (
        <nav aria-label={text.others} className="mt-8 text-14">
          {/* each is a page of its own: nothing of this one is left on it */}
          {version === in_force && <h2 className="text-14">{text.others}</h2>}
          <ul>
            {others.map((other) => (
              <li key={other.version}>
                <a
                  href={other.version === in_force ? '/terms' : `/terms?version=${other.version}`}
                  className={linkClass}
                >
                  {other.version === in_force
                    ? text.current
                    : text.version(other.version, null) +
                      (other.published_at ? `, ${text.dayOf(other.published_at)}` : '')}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}
