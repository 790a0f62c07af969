/** Tells one random story to the app over HTTP, and to the model beside it. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startTestApp, OWNER, type TestApp } from '../app.ts'
import type { Answer } from '../visitor.ts'
import { ADMINISTRATOR_STEPS } from './administrator-steps.ts'
import { chanceFrom, type Chance } from './chance.ts'
import { compareAccounts, comparePerson, compareReserve } from './comparison.ts'
import { INVESTOR_STEPS } from './investor-steps.ts'
import { ENDING_STEPS } from './ending-steps.ts'
import { openStory } from './opening.ts'
import { isDue, passTime } from './passing.ts'
import { PAYOUT_STEPS } from './payout-steps.ts'
import type { Planned, Step } from './plan.ts'
import { cover, isStrict, isToCover } from './reserve.ts'
import { replayOf, type Sent } from './replays.ts'
import { REQUEST_STEPS } from './request-steps.ts'
import { RESERVE_STEPS } from './reserve-steps.ts'
import { bonusRefusals, countAlone, expireRequests, verdictOn } from './two-people.ts'
import { DAY, HOUR, type Person, type World } from './world.ts'

const STEPS: readonly (readonly [number, Step])[] = [
  ...INVESTOR_STEPS,
  ...ADMINISTRATOR_STEPS,
  ...PAYOUT_STEPS,
  ...REQUEST_STEPS,
  ...ENDING_STEPS,
  ...RESERVE_STEPS,
]
const LOOK_EVERY = 10
const PASSWORD = 'correct horse battery'

/** `done`: how often each call was made that the rules allow, and what happened by itself. */
export type Outcome = { steps: number; calls: number; statuses: Map<number, number>; done: Map<string, number> }

/** Tells the story of a seed; throws at the first thing that is not as the rules say, with how to tell it again. */
export async function tellStory({ seed, steps }: { seed: number; steps: number }): Promise<Outcome> {
  const house = await startTestApp({ env: { KYC: 'off' } })
  const client = new pg.Client({ connectionString: house.databaseUrl })
  await client.connect()
  const chance = chanceFrom(seed)
  const world = await openStory(house, chance)
  const story = new Story(house, client, chance, world)
  let step = 0
  try {
    for (step = 1; step <= steps; step += 1) {
      await story.step()
      await story.look(step % LOOK_EVERY === 0 || step === steps)
    }
    return { steps, calls: story.calls, statuses: story.statuses, done: story.done }
  } catch (error) {
    const again = `seed ${seed}, step ${step}: tell it again with npm run model -- --seed ${seed} --steps ${step}`
    throw new Error([again, ...story.linesAbout(String(error)), String(error)].join('\n'), { cause: error })
  } finally {
    await client.end()
    await house.close()
  }
}

class Story {
  readonly lines: string[] = []
  readonly statuses = new Map<number, number>()
  readonly done = new Map<string, number>()
  calls = 0
  private readonly sent: Sent[] = []
  private readonly house: TestApp
  private readonly client: pg.Client
  private readonly chance: Chance
  private readonly world: World

  constructor(house: TestApp, client: pg.Client, chance: Chance, world: World) {
    this.house = house
    this.client = client
    this.chance = chance
    this.world = world
  }

  /** One step: a call, the same call again, or time. */
  async step(): Promise<void> {
    if (this.chance.percent(9)) return this.letTimePass()
    if (this.chance.percent(4)) return this.sendAgain()
    for (;;) {
      const { world, chance } = this
      const planned = await chance.weighted(STEPS)({ world, chance, get: this.get })
      if (planned !== undefined) return this.make(planned)
    }
  }

  private readonly get = async (by: Person, path: string) => (await this.ask(by, 'GET', path)).body

  private async ask(by: Person, method: 'GET' | 'POST', path: string, body?: unknown, key?: string): Promise<Answer> {
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    const send = () => (method === 'GET' ? by.visitor.get(path) : by.visitor.post(path, body, headers))
    const answer = await send()
    this.calls += 1
    if (answer.status !== 401) return answer
    // Sessions end as the months go by.
    const password = by.name === 'owner' ? OWNER.password : PASSWORD
    await by.visitor.signIn(by.visitor.email, password)
    return send()
  }

  private async make(planned: Planned): Promise<void> {
    const { by, path, body, judgement, waits } = planned
    const { refusals } = judgement
    const mayDo = refusals.length === 0
    const verdict = waits === undefined ? 'done' : verdictOn(this.world, { requester: by, judgement, ...waits })
    const expected = mayDo ? [{ done: 200, waits: 202, refused: 409 }[verdict]] : refusals.map(({ status }) => status)
    const key = randomUUID()
    const answer = await this.ask(by, 'POST', path, body, key)
    this.note(by, path, body, answer, `${expected.join('/')} ${refusals.map(({ why }) => why).join('; ')}`)
    if (!expected.includes(answer.status))
      throw new Error(`answered ${answer.status} instead of ${expected.join(' or ')}`)
    this.checkWords(planned, answer)
    if (mayDo && answer.status === 202) this.wait(planned, answer)
    else if (mayDo && answer.status === 200) {
      judgement.apply()
      this.count(path.split('/')[2] ?? '')
      if (waits !== undefined) countAlone(this.world, by, waits.subject, judgement)
      await planned.found?.(answer)
      const made = this.world.investments.at(-1)
      if (/(save|reinvest)-investment/.test(path) && made !== undefined)
        this.lines.push(`${made.tranx} is ${made.id}, ${made.amount} of ${made.of.name}`)
      await this.findReferrals()
      if (isDue(this.world)) await this.catchUp()
      if (isToCover(this.world)) await this.cover()
    }
    if ([200, 202, 409].includes(answer.status)) {
      this.sent.push({ by, path, body, key, at: this.world.now, status: answer.status, reply: answer.body })
    }
  }

  private wait({ by, path, judgement, waits }: Planned, answer: Answer): void {
    if (waits === undefined) return
    const { record, subject, concerns = [], again } = waits
    const changes = record?.changes
    const shown = judgement.bonus
    this.world.waiting.push({
      ...{ id: answer.body.approval_id, requester: by, at: this.world.now, subject, concerns, what: path },
      judge(second) {
        const judged = again(second)
        const changed = record?.changes === changes ? [] : [{ status: 409, why: 'it has changed since' } as const]
        return { ...judged, refusals: [...judged.refusals, ...changed, ...bonusRefusals(by, shown, judged.bonus)] }
      },
    })
  }

  /** What a refusal says, where the rules fix it: the field, and for some the sentence. */
  private checkWords({ judgement }: Planned, { status, body }: Answer): void {
    const said = judgement.refusals.filter((refusal) => refusal.status === status)
    if (said.length === 0) return
    if (typeof body?.message !== 'string' || body.message === '') throw new Error('the refusal has no message')
    const fields = said.map(({ field }) => field)
    if (!fields.includes(undefined) && !fields.some((field) => body.errors?.[field ?? ''] !== undefined)) {
      throw new Error(`the errors do not name ${fields.join(' or ')}`)
    }
    const [one] = said
    if (said.length === 1 && one?.says !== undefined && body.message !== one.says) {
      throw new Error(`it says “${body.message}” instead of “${one.says}”`)
    }
  }

  private count(what: string): void {
    const all = isStrict(this.world) ? `${what}, in strict` : what
    this.done.set(all, (this.done.get(all) ?? 0) + 1)
  }

  private async sendAgain(): Promise<void> {
    const replay = replayOf(this.sent, this.chance, this.world.now)
    if (replay === undefined) return
    const { by, path, body, key, status, reply } = replay
    const answer = await this.ask(by, 'POST', path, body, key)
    this.note(by, path, body, answer, `${status} again`)
    if (answer.status !== status) throw new Error(`the same key answered ${answer.status} instead of ${status}`)
    if (reply !== undefined && JSON.stringify(answer.body) !== JSON.stringify(reply)) {
      throw new Error('the same request answered something else')
    }
  }

  private async letTimePass(): Promise<void> {
    const { chance, world, house } = this
    const by = chance.weighted([
      [4, () => 1 + chance.below(90_000)],
      [3, () => chance.below(12) * HOUR + chance.below(3_600_000)],
      [2, () => DAY + chance.below(DAY)],
      [1, () => (2 + chance.below(7)) * DAY],
    ])()
    await house.clock.move(by)
    world.now += by
    this.lines.push(`${by / 1000} seconds go by`)
    await this.catchUp()
  }

  /** What happens by itself, in the app and in the model. */
  private async catchUp(): Promise<void> {
    do {
      await this.house.runJobs()
      passTime(this.world)
      await this.findMade()
      cover(this.world)
      // what was invested again at an end may be over by now itself
    } while (isDue(this.world))
    expireRequests(this.world)
    await this.findReferrals()
  }

  /** What has come back to the reserve is set apart for older promises before anybody does anything else. */
  private async cover(): Promise<void> {
    for (const job of this.house.app.jobs) if (job.name === 'backing') await job.run()
    this.count('set apart later')
    cover(this.world)
  }

  /** The ids of what was invested again at an end. */
  private async findMade(): Promise<void> {
    const made = this.world.investments.filter(({ id }) => id === '')
    if (made.length === 0) return
    const { rows } = await this.client.query<{ id: string; tranx_id: string; reinvests: string }>(
      'SELECT id, tranx_id, reinvests FROM investment WHERE reinvests = ANY ($1)',
      [made.map(({ parent }) => parent?.id)],
    )
    for (const one of made) {
      const found = rows.find(({ reinvests }) => reinvests === one.parent?.id)
      if (found === undefined) throw new Error(`${one.parent?.id} was not invested again at its end`)
      Object.assign(one, { id: found.id, tranx: found.tranx_id })
      this.count(`${one.parent?.atEnd} at its end`)
      this.lines.push(
        `${one.tranx} is ${one.id}, ${one.amount} of ${one.of.name}, again at the end of ${one.parent?.id}`,
      )
    }
  }

  /** The ids of referrals that approvals have made. */
  private async findReferrals(): Promise<void> {
    for (const referral of this.world.referrals.filter(({ id }) => id === '')) {
      const { referrals } = (await this.ask(referral.inviter, 'GET', '/api/histories')).body
      const unknown = referrals.filter(({ id }: { id: string }) => this.world.referrals.every((one) => one.id !== id))
      if (unknown.length !== 1) throw new Error(`${unknown.length} referrals were made instead of one`)
      Object.assign(referral, { id: unknown[0].id })
    }
  }

  /** Compares the books with the model's, and now and then everything that people are shown. */
  async look(everything: boolean): Promise<void> {
    const found = await compareAccounts(this.world, this.client)
    if (everything) {
      for (const person of this.world.people) {
        found.push(...(await comparePerson(this.world, person, this.get)))
      }
      found.push(...(await compareReserve(this.world, this.get)), ...(await this.house.problems()))
    }
    if (found.length > 0) throw new Error(['the app does not hold what the rules say:', ...found].join('\n  '))
  }

  /** The steps that have to do with what went wrong, and the last ones. */
  linesAbout(what: string): string[] {
    const last = this.lines.slice(-4)
    const ids: string[] = `${what} ${last.join(' ')}`.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
    const records = this.world.investments.filter(({ id, of }) => ids.includes(id) || what.includes(`${of.name} lacks`))
    const words = new Set([...ids, ...records.flatMap(({ id, tranx }) => [id, tranx])])
    for (const { id } of [...this.world.wallets, ...this.world.plans]) words.delete(id)
    const told = this.lines.slice(0, -4).filter((line) => [...words].some((word) => line.includes(word)))
    return [...told, '…', ...last]
  }

  private note(by: Person, path: string, body: unknown, answer: Answer, expected: string): void {
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1)
    const said = typeof answer.body?.message === 'string' ? answer.body.message : ''
    const at = new Date(this.world.now).toISOString()
    this.lines.push(
      `${at} ${by.name} ${path} ${JSON.stringify(body) ?? ''} → ${answer.status} ${said} (${expected.trim()})`,
    )
  }
}
