import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#kit/database.ts'
import { readOnce } from '#kit/transaction.ts'
import { DEFAULT_NAME, operatorName } from '#mail/operator-name.ts'
import { escaped } from '#settings/terms-rules.ts'
import { type LookNow, lookNow } from '#settings/look/read.ts'
import { termsInForce } from '#settings/terms/read.ts'
import { keptBriefly } from './kept-briefly.ts'
import { inLook } from './look-pages.ts'
import { NAME } from './prerendered-pages.ts'
import { bodyOfText } from './send-body.ts'
import type { BuiltPage } from './send-page.ts'

/** What every page says of whoever runs it: the name, the look, and which terms are in force where they are not the program's own. */
export type Operator = { name: string; terms: number | null; look: LookNow }

/** Milliseconds for the database: after that a page says what was true when it was last asked. */
const PATIENCE = 1000
const NOBODY: Operator = { name: DEFAULT_NAME, terms: null, look: { colour: null, logo: null } }
/** Scripts and styles stay as they are: the policy lets them in by their hashes. */
const CODE = /(<(?:script|style)\b[^>]*>.*?<\/(?:script|style)>)/s

/** Who the operator is, in the memory of this process. */
export type KnownOperator = {
  now(): Operator | Promise<Operator>
  /** Something was committed here, or a setting has changed somewhere: it is asked for with the next page. */
  forget(): void
}

/**
 * Who the operator is now. What this process has changed shows with the next page; what another has, as soon as the live
 * events tell of it, and within a second.
 */
export function askOperator(db: Database): KnownOperator {
  let last = NOBODY
  const kept = keptBriefly(async () => {
    const read = await readOnce(
      db,
      async (tx) => {
        const { version, published_at } = await termsInForce(tx)
        const terms = published_at === null ? null : version
        return { name: await operatorName(tx), terms, look: await lookNow(tx) }
      },
      PATIENCE,
    )
    // the same one stays the same object, for whatever is kept for it
    if (!isDeepStrictEqual(read, last)) last = read
    return last
  })
  const ask = async () => {
    let late: NodeJS.Timeout | undefined
    await Promise.race([kept.ask().catch(() => {}), new Promise((resolve) => (late = setTimeout(resolve, PATIENCE)))])
    clearTimeout(late)
    return last
  }
  return { now: () => kept.present() ?? ask(), forget: kept.forget }
}

/** Makes something of the operator and of what was built, once for as long as the operator is the same. */
export function onceForOperator<Built extends object, Made>(
  make: (built: Built, operator: Operator) => Made,
): (built: Built, operator: Operator) => Made {
  let made = new Map<Built, Made>()
  let present = NOBODY
  return (built, operator) => {
    if (operator !== present) [made, present] = [new Map(), operator]
    const known = made.get(built)
    if (known !== undefined) return known
    const fresh = make(built, operator)
    made.set(built, fresh)
    return fresh
  }
}

/** Writes the operator into a built page; where nobody has said anything it is the page as it was built. */
export function writeOperator(built: BuiltPage, operator: Operator): BuiltPage {
  return operator === NOBODY || isDeepStrictEqual(operator, NOBODY) ? built : pageOf(built, operator)
}

function pageOf(built: BuiltPage, operator: Operator): BuiltPage {
  const { name, terms, look } = operator
  const said = escaped(name)
  const named = built.html
    .split(CODE)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(DEFAULT_NAME, () => said)))
    .join('')
    .replace(
      NAME.replace(DEFAULT_NAME, () => said),
      (attribute) => (terms === null ? attribute : `${attribute} data-terms="${terms}"`),
    )
  const { html, leave } = inLook(named, look, said)
  return { html, body: bodyOfText(html), leave: [...built.leave, ...leave] }
}
