import { randomUUID } from 'node:crypto'
import type { Answer } from '../../../test/support/visitor.ts'
import { allowedFor, type Attack, inputsOf } from '../attack.ts'
import { pathOf } from '../calls.ts'
import type { Ground } from '../ground.ts'
import { plausibleInput } from '../plausible.ts'

/** Pairs of each comparison of times. */
const PAIRS = 25
/** Medians may differ by this part of the smaller, or so many milliseconds. */
const SHARE = 0.35
const MILLISECONDS = 12
/** This part of the pairs has to agree, in each of so many rounds: a machine with much to do makes one of them look long. */
const AGREE = 0.8
const ROUNDS = 2

type Ask = (email: string) => Promise<Answer>

/** Whether somebody or something exists, by status, by words, and by time: each question once of what is there and once of what is not. */
export const enumeration: Attack = {
  name: 'enumeration',
  what: 'who and what exists, by status, words and time',
  share: 0,
  async run(ground) {
    const { house, people } = ground
    const { email } = people['other investor'].visitor
    const post =
      (path: string, body: (email: string) => object): Ask =>
      (asked) =>
        house.visitor().post(path, body(asked))
    await compare(
      ground,
      'POST /api/login',
      email,
      post('/api/login', (asked) => ({ email: asked, password: 'not the right password' })),
    )
    await compare(
      ground,
      'POST /api/forgot-password',
      email,
      post('/api/forgot-password', (asked) => ({ email: asked })),
    )
    await recordsOfOthers(ground)
    await ground.client.query('DELETE FROM rate_limit')
    await ground.settle()
  },
}

/** The same of an address that has an account and of one that has none, by turns. Times that differ are measured again. */
async function compare(ground: Ground, what: string, known: string, ask: Ask): Promise<void> {
  let differ: string | undefined
  for (let round = 0; round < ROUNDS; round += 1) {
    const pairs = await askPairs(ground, what, known, ask)
    differ = pairs && howTimesDiffer(pairs)
    if (differ === undefined) return
  }
  ground.report.find({
    kind: enumeration.name,
    what: `time tells whether there is an account: ${differ}`,
    request: what,
  })
}

type Pair = { known: number; unknown: number }

/** Milliseconds of each pair; undefined where the words already tell, which is a finding. */
async function askPairs(ground: Ground, what: string, known: string, ask: Ask): Promise<Pair[] | undefined> {
  const { client, report } = ground
  const pairs: Pair[] = []
  let said: string | undefined
  for (let n = 0; n < PAIRS; n += 1) {
    // as long as the other, and of the same host
    const unknown = known.replace(/^[^@]+/, (name) => String(n).padStart(name.length, 'z'))
    const took: Pair = { known: 0, unknown: 0 }
    for (const who of n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      await client.query('DELETE FROM rate_limit')
      const began = performance.now()
      const answer = await ask(who === 'known' ? known : unknown)
      took[who] = performance.now() - began
      report.count(enumeration.name, answer.status, answer.status < 300)
      const says = wordsOf(answer)
      said ??= says
      if (says === said) continue
      const words = `the answer tells whether there is an account: ${said} or ${says}`
      report.find({ kind: enumeration.name, what: words, request: what })
      return undefined
    }
    pairs.push(took)
  }
  return pairs
}

/** The medians, where they are far apart and nearly all pairs agree which of them takes longer: else it is the machine's noise. */
function howTimesDiffer(pairs: readonly Pair[]): string | undefined {
  const [known, unknown] = [medianOf(pairs.map((each) => each.known)), medianOf(pairs.map((each) => each.unknown))]
  const longer = pairs.filter((each) => each.known > each.unknown).length
  const agree = Math.max(longer, pairs.length - longer) >= AGREE * pairs.length
  const isFar = Math.abs(known - unknown) > Math.max(MILLISECONDS, SHARE * Math.min(known, unknown))
  return agree && isFar ? `${known.toFixed(1)} ms or ${unknown.toFixed(1)} ms` : undefined
}

/** What is somebody else's is answered as what does not exist. */
async function recordsOfOthers(ground: Ground): Promise<void> {
  const { calls, people, house, ids, whose, report } = ground
  await ids.refresh()
  const inputs = inputsOf(plausibleInput, ground)
  const owned = calls.filter(
    ({ call, parameters }) => call.who === 'investor' && parameters.some(({ in: place }) => place === 'path'),
  )
  for (const described of owned) {
    const [param] = described.parameters.filter(({ in: place }) => place === 'path')
    if (param === undefined || (param.name !== 'id' && param.name !== 'tranx_id')) continue
    const { visitor } = people[allowedFor(described, 3)]
    // the same for all of them, so that the record alone can make a difference
    const { body = {} } = inputs(described)
    const ask = async (id: string) => {
      const path = pathOf(described, { params: { [param.name]: id }, query: {} })
      const answer = await visitor
        .at(house.url)
        .send(described.method, path, described.method === 'POST' ? JSON.stringify(body) : undefined)
      report.count(enumeration.name, answer.status, [404, 409].includes(answer.status))
      return wordsOf(answer)
    }
    const nothing = await ask(randomUUID())
    const all = param.name === 'id' ? ids.ofPath(described.path) : ids.tranxIds()
    const theirs = all.filter((id) => !whose.in(id).has(visitor.id)).slice(0, 10)
    for (const id of theirs) {
      const says = await ask(id)
      if (says !== nothing)
        report.find({
          kind: enumeration.name,
          what: `tells that somebody else’s record exists: ${says}, and of nothing ${nothing}`,
          request: `${described.key} of ${id}`,
        })
    }
  }
}

const wordsOf = ({ status, body, headers }: Answer): string =>
  JSON.stringify([
    status,
    body,
    [...headers.keys()].filter((name) => !['date', 'content-length', 'etag'].includes(name)).sort(),
  ])

const medianOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
