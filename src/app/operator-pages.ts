import type { Database } from '#kit/database.ts'
import { readOnce } from '#kit/transaction.ts'
import { DEFAULT_NAME, operatorName } from '#mail/operator-name.ts'
import { escaped } from '#settings/terms-rules.ts'
import { type LookNow, lookNow } from '#settings/look/read.ts'
import { termsInForce } from '#settings/terms/read.ts'
import { inLook } from './look-pages.ts'
import { NAME } from './prerendered-pages.ts'
import { type BuiltPage, compressed } from './send-page.ts'

/** What every page says of whoever runs it: the name, the look, and which terms are in force where they are not the program's own. */
export type Operator = { name: string; terms: number | null; look: LookNow }

/** Milliseconds for the database: after that a page says what was true when it was last asked. */
const PATIENCE = 1000
const NOBODY: Operator = { name: DEFAULT_NAME, terms: null, look: { colour: null, logo: null } }
/** The same for the same operator. */
const keyOf = (operator: Operator) => JSON.stringify(operator)
/** Scripts and styles stay as they are: the policy lets them in by their hashes. */
const CODE = /(<(?:script|style)\b[^>]*>.*?<\/(?:script|style)>)/s

/**
 * Who the operator is now, asked for with each page, so that a change shows at once in every process. However many pages
 * are asked for, one question is under way at a time.
 */
export function askOperator(db: Database): () => Promise<Operator> {
  let last = NOBODY
  let asking: Promise<void> | undefined
  const ask = async () => {
    const read = await readOnce(
      db,
      async (tx) => {
        const { version, published_at } = await termsInForce(tx)
        const terms = published_at === null ? null : version
        return { name: await operatorName(tx), terms, look: await lookNow(tx) }
      },
      PATIENCE,
    )
    last = read
  }
  return async () => {
    asking ??= ask()
      .catch(() => {})
      .finally(() => {
        asking = undefined
      })
    let late: NodeJS.Timeout | undefined
    await Promise.race([asking, new Promise((resolve) => (late = setTimeout(resolve, PATIENCE)))])
    clearTimeout(late)
    return last
  }
}

/** Writes the operator into built pages; as long as it is the same one, each page is written once. */
export function writeOperator(): (built: BuiltPage, operator: Operator) => BuiltPage {
  let written = new Map<BuiltPage, BuiltPage>()
  let present = keyOf(NOBODY)
  return (built, operator) => {
    const key = keyOf(operator)
    if (key === keyOf(NOBODY)) return built
    if (key !== present) [written, present] = [new Map(), key]
    const known = written.get(built)
    if (known !== undefined) return known
    const page = pageOf(built, operator)
    written.set(built, page)
    return page
  }
}

function pageOf(built: BuiltPage, operator: Operator): BuiltPage {
  const { name, terms, look } = operator
  const said = escaped(name)
  const named = built.html
    .toString()
    .split(CODE)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(DEFAULT_NAME, () => said)))
    .join('')
    .replace(
      NAME.replace(DEFAULT_NAME, () => said),
      (attribute) => (terms === null ? attribute : `${attribute} data-terms="${terms}"`),
    )
  const { html, leave } = inLook(named, look, said)
  return { html: Buffer.from(html), brotli: compressed(html), leave: [...built.leave, ...leave] }
}
