import { OWNER } from '../../../test/support/app.ts'
import { openBrowser, openWalker, type Walker } from '../../../test/support/browser.ts'
import { everyScreen, type Screen, type Who } from '../../../test/support/every-screen.ts'
import { PASSWORD, signIn } from '../../../test/support/walk.ts'
import { atRest } from '../at-rest.ts'
import { allowedFor, type Attack, inBatches, inputsOf } from '../attack.ts'
import type { DescribedCall, Schema } from '../calls.ts'
import type { Ground } from '../ground.ts'
import { plausibleInput } from '../plausible.ts'

/** Becomes an element with this mark wherever it is written down as it came, and runs where scripts may. */
const MARKUP = '<img src=x data-planted onerror=planted()>'
const SHORT = '<b data-planted>x'
/** A name of the operator may have no such signs. These come out of quotes and of text, wherever it is written as it came. */
const NAME = "Zorba' data-planted '+planted()+'&lt"
/** The same in a page as it is sent, before any script. */
const WRITTEN_OUT = /<(?:img|b)\s[^>]*data-planted/
const FOUND = `[document.querySelectorAll('[data-planted]').length, globalThis.plantedRan === true, document.querySelectorAll('a[href^="javascript:" i]').length]`
/** In a small run each so manieth screen is looked at; those of visitors always. */
const SEVERAL = 8
const WHOLE = 20_000

/** Markup into every text field of every call, then every screen in a browser: nowhere has it become an element. */
export const storedScripts: Attack = {
  name: 'stored scripts',
  what: 'markup in every text field, looked for on every screen in a browser',
  share: 0.03,
  async run(ground, requests) {
    await writeEverywhere(ground, Math.max(requests, 400))
    await decideAll(ground, 'agree', 'true')
    await ground.putBack()
    const screens = everyScreen(ground.shown).filter(
      ({ who }, n) => ground.requests >= WHOLE || who === 'visitor' || n % SEVERAL === 0,
    )
    await look(ground, screens, 'visitor', async () => {})
    await look(ground, screens, 'investor', ({ page }) => signIn(page, ground.people.investor.visitor.email, PASSWORD))
    await look(ground, screens, 'administrator', ({ page }) => signIn(page, OWNER.email, OWNER.password))
    await ground.settle()
  },
}

async function writeEverywhere(ground: Ground, requests: number): Promise<void> {
  const inputs = inputsOf(plausibleInput, ground)
  const cells = ground.calls.flatMap((described) => textsOf(described).map((field) => ({ described, ...field })))
  await inBatches(ground, storedScripts.name, requests, (n) => {
    const { described, name, most } = cells[n % cells.length] ?? {}
    if (described === undefined || name === undefined) throw new Error('no call has a text')
    const input = inputs(described)
    const markup = (most ?? 0) < MARKUP.length ? SHORT : `${MARKUP} [x](javascript:planted())`.slice(0, most)
    return {
      by: allowedFor(described, Math.floor(n / cells.length)),
      described,
      input: { ...input, body: { ...(input.body as object), [name]: markup } },
    }
  })
  // what visitors read comes last, and where nothing else of it waits for a second owner
  const { owner } = ground.people
  await ground.client.query('DELETE FROM rate_limit')
  await decideAll(ground, 'refuse', "subject_kind = 'setting'")
  const terms = (await owner.visitor.get('/api/admin/terms')).body
  const content = `# Terms ${MARKUP}\n\n${MARKUP} [here](javascript:planted())\n\n- ${MARKUP}`
  const changes: [path: string, body: unknown][] = [
    ['/api/publish-terms', { content, summary: MARKUP, follows: terms.in_force.version }],
    ['/api/update-setting/platform_name', { value: NAME, reason: MARKUP }],
  ]
  for (const [path, body] of changes) {
    const answer = await owner.visitor.post(path, body)
    if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
}

/** Fields that take any text, with how long it may be. */
function textsOf({ body, call }: DescribedCall): { name: string; most: number }[] {
  if (call.who === 'registrant') return []
  return Object.entries(body?.properties ?? {}).flatMap(([name, schema]) => {
    const of = textIn(schema)
    return of === undefined || /password|token/.test(name) ? [] : [{ name, most: of.maxLength ?? 1000 }]
  })
}

function textIn(schema: Schema): Schema | undefined {
  if (schema.anyOf !== undefined) return schema.anyOf.map(textIn).find((of) => of !== undefined)
  return schema.type === 'string' &&
    schema.format === undefined &&
    schema.const === undefined &&
    schema.pattern === undefined
    ? schema
    : undefined
}

/** What waits for a second administrator is seen by more people once it is agreed to. */
async function decideAll({ people, client }: Ground, how: 'agree' | 'refuse', which: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id::text FROM approval WHERE state = 'waiting' AND ${which} ORDER BY id DESC LIMIT 60`,
  )
  const body = how === 'refuse' ? { reason: 'Not now' } : undefined
  for (const { id } of rows) {
    for (const kind of ['second owner', 'owner'] as const) {
      if ((await people[kind].visitor.post(`/api/${how}-approval/${id}`, body)).status === 200) break
    }
  }
}

async function look(
  ground: Ground,
  screens: readonly Screen[],
  who: Who,
  enter: (walker: Walker) => Promise<unknown>,
): Promise<void> {
  const { house, report } = ground
  const walker = await openWalker(await openBrowser(), house.url, 'light')
  const { page, complaints, context } = walker
  try {
    await context.addInitScript('globalThis.planted = () => { globalThis.plantedRan = true }')
    await enter(walker)
    for (const screen of screens.filter((each) => each.who === who)) {
      const sent = (await (await page.goto(screen.path))?.text()) ?? ''
      await page
        .getByRole('heading')
        .first()
        .waitFor({ timeout: 15_000 })
        .catch(() => {})
      // what a record's state no longer shows cannot be opened, and is no finding here
      await screen.open?.(page).catch(() => {})
      await atRest(page)
      const inPage = WRITTEN_OUT.test(sent)
      if (sent.includes(NAME))
        report.find({
          kind: storedScripts.name,
          what: 'the operator’s name was sent as it was typed',
          request: `${screen.name}: ${screen.path}`,
        })
      const [elements, ran, links] = await page.evaluate<[number, boolean, number]>(FOUND)
      report.count(storedScripts.name, 200, true)
      const refused = complaints.splice(0).filter((complaint) => complaint.startsWith('refused by policy'))
      if (inPage || elements > 0 || ran || links > 0)
        report.find({
          kind: storedScripts.name,
          what: `markup of a text field became ${elements} elements, ${links} links${ran ? ', and ran' : ''}${inPage ? ', and was sent as such' : ''}`,
          request: `${screen.name}: ${screen.path}`,
        })
      for (const complaint of refused)
        report.find({
          kind: storedScripts.name,
          what: `a report of the content security policy: ${complaint}`,
          request: screen.name,
        })
    }
  } finally {
    await context.close()
  }
}
