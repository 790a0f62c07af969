/** What the clients of this process send to the database, as they send it. */
import pg from 'pg'

type Sent = { client: unknown; text: string; values: readonly unknown[]; waited: boolean }
/** One that has a name. */
type Statement = { text: unknown; values: unknown }
type Query = (this: object, ...sent: unknown[]) => unknown

const listeners = new Set<(sent: Sent) => void>()
const unanswered = new WeakMap<object, number>()
let original: Query | undefined

/** From now on every connection that is opened is listened to: to be called before the app is started. */
function listen(): void {
  if (original !== undefined) return
  original = pg.Client.prototype.query
  const send = original
  pg.Client.prototype.query = function (this: object, ...sent: unknown[]) {
    const [first, second] = sent
    const { text, values } =
      typeof first === 'object' && first !== null ? (first as Statement) : { text: first, values: second }
    const open = unanswered.get(this) ?? 0
    if (typeof text === 'string') {
      const values_ = Array.isArray(values) ? (values as unknown[]) : []
      for (const hear of listeners) hear({ client: this, text, values: values_, waited: open === 0 })
    }
    const answer = send.apply(this, sent)
    if (answer instanceof Promise) {
      unanswered.set(this, open + 1)
      const read = () => unanswered.set(this, (unanswered.get(this) ?? 1) - 1)
      answer.then(read, read)
    }
    return answer
  } as typeof pg.Client.prototype.query
}

/** What one call sent: its statements in their order, those that went out together in one line each. */
export type Conversation = { statements: number; roundTrips: string[][] }

export function listenToStatements() {
  listen()
  const heardDuring = async (act: () => Promise<unknown>): Promise<Sent[]> => {
    const sent: Sent[] = []
    const hear = (one: Sent) => void sent.push(one)
    listeners.add(hear)
    try {
      await act()
    } finally {
      listeners.delete(hear)
    }
    return sent
  }
  return {
    /** What the one transaction sent that was done meanwhile, by round trips. */
    async after(act: () => Promise<unknown>): Promise<string[][]> {
      const sent = await heardDuring(act)
      const { client } = sent.find(({ text }) => text === 'begin') ?? {}
      const from = sent.findIndex((one) => one.client === client && one.text === 'begin')
      return inTrips(sent.slice(from).filter((one) => one.client === client && !one.text.startsWith('SET ')))
    },
    /**
     * What was sent on behalf of a call: the look at the session with this token, and whatever followed the taking of this
     * key on its connection, BEGIN before it included. A statement that is sent while nothing is unanswered begins a round trip.
     */
    async during(marks: { token: string; key: string }, act: () => Promise<unknown>): Promise<Conversation> {
      const sent = await heardDuring(act)
      const ours = sent.filter(({ text, values }) => text.includes('"bearer_hash" = ') && values.includes(marks.token))
      for (const client of new Set(sent.map((one) => one.client))) {
        const lines = sent.filter((one) => one.client === client)
        let from = -1
        for (const [at, { text, values }] of lines.entries()) {
          if (text === 'begin') from = at
          if (!text.includes('into "idempotency"') || !values.includes(marks.key)) continue
          const to = lines.findIndex((line, place) => place > at && line.text === 'commit')
          ours.push(...lines.slice(from, to + 1))
        }
      }
      return { statements: ours.length, roundTrips: inTrips(ours) }
    },
  }
}

function inTrips(sent: readonly Sent[]): string[][] {
  const roundTrips: string[][] = []
  for (const { text, waited } of sent) {
    const said = text.replaceAll(/\s+/g, ' ').trim().slice(0, 110)
    if (waited || roundTrips.length === 0) roundTrips.push([said])
    else roundTrips.at(-1)?.push(said)
  }
  return roundTrips
}
