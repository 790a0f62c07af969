import type { Database } from '#kit/database.ts'
import type { ReplyOf } from '#kit/wire.ts'
import type { settingsContract } from '#settings/contract.ts'
import { termsHtml } from '#settings/terms-rules.ts'
import { DEFAULT_VERSION } from '#settings/version-rules.ts'
import { readTermsPage } from '#settings/terms/read.ts'
import type { Operator } from './operator-pages.ts'
import { bodyOfText } from './send-body.ts'
import type { BuiltPage } from './send-page.ts'
import { readForVisitor } from './visitors.ts'

type Terms = ReplyOf<(typeof settingsContract)['GET /api/terms']>

/** What the build puts there: the program's own terms. */
const ARTICLE = /(<article id="terms">).*?(<\/article>)/s
/** Milliseconds for the database; the page has scripts that wait longer. */
const PATIENCE = 2000
/** Versions that are kept as they are sent. */
const MOST_KEPT = 20

/**
 * The page of the terms with the text that is in force, or of the version that is asked for, before any script. The
 * `built` page has those of the program, which are sent only where they are in force: where nobody knows, there is none.
 */
export function termsPages(
  db: Database,
): (built: BuiltPage, operator: Operator, asked: { version: string | null; address: string }) => Promise<BuiltPage> {
  const kept = new Map<string, BuiltPage>()
  return async (built, operator, asked) => {
    const terms = await read(db, asked)
    if (terms?.in_force === DEFAULT_VERSION && terms.version === DEFAULT_VERSION) return built
    const key = JSON.stringify([operator, terms?.in_force, terms?.version])
    const known = kept.get(key)
    if (known !== undefined) return known
    const html = built.html.replace(ARTICLE, (_all, open: string, close: string) => {
      return open + (terms === undefined ? '' : articleOf(terms)) + close
    })
    const page = { html, body: bodyOfText(html), leave: built.leave }
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, page)
    return page
  }
}

async function read(
  db: Database,
  { version, address }: { version: string | null; address: string },
): Promise<Terms | undefined> {
  if (version !== null && !/^\d{1,9}$/.test(version)) return undefined
  try {
    return await readForVisitor(db, address, (tx) => readTermsPage(tx, version ?? undefined), PATIENCE)
  } catch {
    // there is no such version, or the database is away: once its scripts are there the page says so itself
    return undefined
  }
}

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

function articleOf({ version, content, published_at, in_force, versions }: Terms): string {
  const since = published_at === null ? '' : day.format(new Date(published_at))
  const now = `Version ${version}, in effect since ${since}`
  const then = `Version ${version}${since && ` of ${since}`}, no longer in effect`
  const others = versions.filter((each) => each.version !== version)
  const links = others.map((other) =>
    other.version === in_force
      ? '<a href="/terms">Read the terms in effect now</a>'
      : `<a href="/terms?version=${other.version}">Version ${other.version}</a>`,
  )
  return (
    `<p class="mb-4 text-14 text-ink-2">${version === in_force ? now : then}</p>` +
    termsHtml(content) +
    `<nav aria-label="Earlier versions" class="mt-8 text-14"><ul>${links.map((link) => `<li>${link}</li>`).join('')}</ul></nav>`
  )
}
