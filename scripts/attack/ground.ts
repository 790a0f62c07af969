/** Where attacks take place: a house with people and records, through which every request goes and is judged. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { TestApp } from '../../test/support/app.ts'
import type { Shown } from '../../test/support/every-screen.ts'
import { type Answer, CutAnswer, type Visitor } from '../../test/support/visitor.ts'
import { type DescribedCall, type Input, isValid, mayMake, pathOf } from './calls.ts'
import type { Ids } from './ids.ts'
import { type Answered, accountsFor, saysRefused, TELLS } from './may-change.ts'
import { comesIn, type Kind, type People, type Person } from './people.ts'
import { isPast, type Report } from './report.ts'
import type { Change, Rows } from './rows.ts'
import type { Whose } from './whose.ts'

export type Request = {
  by: Kind
  described: DescribedCall
  input: Input
  headers?: Record<string, string>
  /** sent instead of the input's body */
  form?: FormData
  /** what is wrong with it: it has to be refused, whoever asks */
  refused?: string
}

export type Ground = {
  house: TestApp
  people: People
  calls: readonly DescribedCall[]
  ids: Ids
  whose: Whose
  /** the owner of the tables */
  client: pg.Client
  shown: Shown
  seed: number
  /** of the whole run */
  requests: number
  report: Report
  /** Sends these at once, looks at each answer, and at all rows afterwards. */
  send(kind: string, requests: readonly Request[]): Promise<Answer[]>
  /** Looks at all rows after requests that were sent in another way; `allowed` says what they may have changed. */
  expectUnchanged(kind: string, what: string, allowed?: (change: Change) => boolean): Promise<void>
  /** What changed until now is what it was meant to be. */
  settle(): Promise<void>
  /** Everybody is as they came, and signed in. */
  putBack(): Promise<void>
}

type Judged = { request: Request; answer: Answer; answered: Answered; brokeOff: boolean }
/** What an answer says that it should not: where something failed, or what was asked of the database. */
const INSIDES =
  /\bat [^\s"]+ \(?[^\s"]*\.[jt]s:\d+|node_modules|\b(?:SELECT|INSERT INTO|UPDATE) .{1,80}\b(?:FROM|VALUES|SET)\b|syntax error at/
const LONGEST_SHOWN = 700

export function openGround(
  parts: Omit<Ground, 'send' | 'expectUnchanged' | 'settle' | 'putBack'> & {
    rows: Rows
    whose: Whose
    standUp(person: Person): Promise<void>
  },
): Ground {
  const { house, people, report, client, rows, whose } = parts
  /** Batches before this one may still be telling people of what they did. */
  let last: Answered[] = []

  const changed = async (): Promise<Change[]> => {
    await untilDelivered(client)
    const changes = await rows.changes()
    whose.learn(changes)
    return changes
  }
  const settle = async () => {
    await changed()
    last = []
  }

  return {
    ...parts,
    settle,
    async putBack() {
      for (const person of Object.values(people)) await parts.standUp(person)
      await settle()
    },
    async send(kind, requests) {
      await client.query('DELETE FROM rate_limit')
      const judged = await Promise.all(requests.map((request) => sendOne(house, people, request)))
      const shutOut = await whoIsShutOut(judged, people)
      await finishDue(house, judged)
      const changes = await changed()
      const altered = new Set(changes.filter(({ table }) => table === 'app_user').map(({ key }) => key))
      for (const each of judged) judge(kind, each, altered, people, whose, report)
      for (const { request, answer, brokeOff } of judged)
        if (brokeOff && !shutOut.has(people[request.by]))
          report.find({ kind, what: 'the answer broke off', request: asText(request, answer) })
      const answered = judged.map((each) => each.answered)
      for (const change of changes) {
        // what is told of something that was done may come a moment after it
        const told = last.some((before) => before.status < 300) && TELLS.includes(change.table)
        if (told || saysRefused(change) || answered.some((request) => accountsFor(request, change, whose))) continue
        report.find({
          kind,
          what: `${change.what} in ${change.table}: ${change.row.slice(0, LONGEST_SHOWN)}`,
          request: culprits(judged, change),
        })
      }
      last = answered
      for (const person of new Set([...shutOut, ...whoNeeds(judged, altered, people)])) {
        await parts.standUp(person)
        await settle()
      }
      return judged.map(({ answer }) => answer)
    },
    async expectUnchanged(kind, what, allowed = () => false) {
      for (const change of await changed()) {
        if (!saysRefused(change) && !allowed(change))
          report.find({
            kind,
            what: `${change.what} in ${change.table}: ${change.row.slice(0, LONGEST_SHOWN)}`,
            request: what,
          })
      }
    },
  }
}

/** What follows from an allowed change of an investment by itself: the house would do it within seconds, among later requests. */
const FOLLOWS = ['maturity', 'expiry']

async function finishDue({ app }: TestApp, judged: readonly Judged[]): Promise<void> {
  const mayBeDue = judged.some(
    ({ request: { described }, answer }) =>
      answer.status < 300 && described.method === 'POST' && /investment/.test(described.path),
  )
  if (!mayBeDue) return
  for (const job of app.jobs) if (FOLLOWS.includes(job.name)) await job.run()
}

async function sendOne(house: TestApp, people: People, request: Request): Promise<Judged> {
  const { described, input, headers = {}, form } = request
  const { visitor } = people[request.by]
  const path = pathOf(described, input)
  const body = form ?? (described.method === 'POST' ? JSON.stringify(input.body ?? {}) : undefined)
  // another of the same, so that an answer that signs out leaves the person as they are
  const answer: Answer | CutAnswer =
    described.call.raw === 'event-stream'
      ? await firstOf(house.url + path, visitor)
      : await visitor.at(house.url).send(described.method, path, body, headers).catch(cutAnswer)
  const { status } = answer
  const by = visitor.id === '' ? undefined : visitor.id
  const sent = `${path} ${typeof body === 'string' ? body : ''}`
  return {
    request,
    answer: answer instanceof CutAnswer ? { status, body: undefined, headers: answer.headers } : answer,
    answered: { method: described.method, who: described.call.who, by, status, sent },
    brokeOff: answer instanceof CutAnswer,
  }
}

function cutAnswer(error: unknown): CutAnswer {
  if (error instanceof CutAnswer) return error
  throw error
}

/** Of those whose answer broke off: whose session another request of the same batch has ended, or whose role it took. */
async function whoIsShutOut(judged: readonly Judged[], people: People): Promise<Set<Person>> {
  const shutOut = new Set<Person>()
  for (const person of new Set(judged.filter(({ brokeOff }) => brokeOff).map(({ request }) => people[request.by]))) {
    const { status, body } = await person.visitor.get('/api/user')
    if (status !== 200 || !person.roles.every((role) => body.user.roles.includes(role))) shutOut.add(person)
  }
  return shutOut
}

/** A stream has no end: it is left at its first line. */
async function firstOf(url: string, { bearer, cookies }: Visitor): Promise<Answer> {
  const leaving = new AbortController()
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }) }
  const { status, headers: answered } = await fetch(url, { headers, signal: leaving.signal })
  leaving.abort()
  return { status, body: undefined, headers: answered }
}

/** What can be said of an answer by itself. */
function judge(
  kind: string,
  { request, answer }: Judged,
  altered: ReadonlySet<string>,
  people: People,
  whose: Whose,
  report: Report,
): void {
  const { described, input } = request
  const person = people[request.by]
  const done = answer.status >= 200 && answer.status < 300
  const reached = isPast(answer.status) && mayMake(described, person) && isValid(described, input)
  report.count(kind, answer.status, reached)
  const say = (what: string) => report.find({ kind, what, request: asText(request, answer) })
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? null)
  if (answer.status >= 500) say('answered as a fault of the server')
  if (answer.status >= 400 && INSIDES.test(text)) say('the answer shows the insides of the server')
  if (answer.headers.has('x-injected')) say('a header of the answer was injected')
  // whoever was given a role at the same moment had it
  if (done && !mayMake(described, person) && !altered.has(person.visitor.id)) say('let in who may not make this call')
  if (done && request.refused !== undefined) say(request.refused)
  if (done && described.call.who === 'investor') {
    const named = whose.in(Object.values(input.params).join(' '))
    if (named.size > 0 && !named.has(person.visitor.id)) say('somebody else’s record was answered or changed')
  }
  // an administrator reads of everybody
  if (done && person.roles.length === 0 && text.length < 1_000_000) {
    const others = Object.values(people).filter(
      ({ visitor }) => visitor.id !== person.visitor.id && visitor.phone !== '',
    )
    const leaked = others.find(({ visitor }) => text.includes(visitor.phone) || text.includes(`"${visitor.email}"`))
    const own = JSON.stringify(input)
    if (leaked && !own.includes(leaked.visitor.phone) && !own.includes(leaked.visitor.email))
      say(`the answer tells of ${leaked.kind}`)
  }
}

/** Who may make a call and was told that they may not was signed out, blocked, or has lost a role, by a call that may do so. */
function isShutOut({ request, answer }: Judged, people: People): boolean {
  const person = people[request.by]
  if (!comesIn(person) || request.headers !== undefined) return false
  return (answer.status === 401 || answer.status === 403) && mayMake(request.described, person)
}

/** Who was signed out, or changed, by a call that may do so. */
function whoNeeds(judged: readonly Judged[], altered: ReadonlySet<string>, people: People): Set<Person> {
  const shutOut = judged.filter((each) => isShutOut(each, people)).map(({ request }) => people[request.by])
  return new Set([...shutOut, ...Object.values(people).filter(({ visitor }) => altered.has(visitor.id))])
}

/** Those which name what was changed; else those first that were done. */
function culprits(judged: readonly Judged[], { key }: Change): string {
  const naming = key.length < 8 ? [] : judged.filter(({ answered }) => answered.sent.includes(key))
  const done = Map.groupBy(judged, ({ answered }) => answered.status < 300)
  const suspects = naming.length > 0 ? naming : [...(done.get(true) ?? []), ...(done.get(false) ?? [])]
  const shown = suspects.slice(0, 5).map(({ request, answer }) => asText(request, answer))
  return `${naming.length > 0 ? '' : `one of ${judged.length}: `}${shown.join('\n    or ')}`
}

export function asText(
  { by, described, input, headers }: Request,
  { status, body }: Pick<Answer, 'status' | 'body'>,
): string {
  const sent = input.body === undefined ? '' : ` ${JSON.stringify(input.body).slice(0, 300)}`
  const with_ = headers === undefined ? '' : ` ${JSON.stringify(headers)}`
  const path = pathOf(described, input).slice(0, 300)
  return `${by}: ${described.method} ${path}${sent}${with_} → ${status} ${JSON.stringify(body ?? null).slice(0, 200)}`
}

/** Waits until no mail is on its way, for at most as long as one takes. */
async function untilDelivered(client: pg.Client): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { rowCount } = await client.query(
      `SELECT FROM message WHERE delivered_at IS NULL AND given_up_at IS NULL AND tries = 0
       UNION ALL SELECT FROM reset_request UNION ALL SELECT FROM guessing_report LIMIT 1`,
    )
    if (rowCount === 0) return
    await pause(10)
  }
}
