import { startTestApp } from '../../../test/support/app.ts'
import { openMoneyCalls, type Press } from '../../../test/support/money-calls.ts'
import type { Attack } from '../attack.ts'
import { isPast, type Report } from '../report.ts'

/** The same at once, at most. */
const MOST_AT_ONCE = 100
/** Of these only one may be done, however many ask. */
const ONCE = /\/(approve|decline|cancel|reinvest|exit|agree)-/
/** Of each of these groups, asked at once for one record, only one may be done. */
const OPPOSITE: readonly (readonly string[])[] = [
  ['approve-investment', 'decline-investment', 'cancel-investment'],
  ['approve-withdrawal', 'cancel-withdrawal'],
  ['approve-referral', 'decline-referral'],
]

/** Every call that moves money a hundred times at once, and calls that exclude each other at once, in a house of its own. */
export const races: Attack = {
  name: 'races',
  what: 'every call that moves money a hundred times at once, and opposite calls at once',
  share: 0.08,
  async run({ report }, requests) {
    const house = await startTestApp({ env: { KYC: 'off' } })
    try {
      const atOnce = Math.max(8, Math.min(MOST_AT_ONCE, Math.floor(requests / 25)))
      const rounds = Math.max(1, Math.floor(requests / (25 * atOnce)))
      const { calls, close } = await openMoneyCalls(house, rounds)
      try {
        for (let round = 0; round < rounds; round += 1) {
          for (const { key, prepare } of calls) {
            const press = await prepare()
            await race(
              report,
              `${key}, ${atOnce} times at once`,
              Array.from({ length: atOnce }, () => press),
              ONCE.test(key),
            )
          }
          for (const group of OPPOSITE) await raceOpposites(report, calls, group, Math.ceil(atOnce / group.length))
          for (const problem of await house.problems())
            report.find({ kind: races.name, what: 'the books are wrong', request: problem })
        }
      } finally {
        await close()
      }
    } finally {
      await house.close()
    }
  },
}

type Calls = Awaited<ReturnType<typeof openMoneyCalls>>['calls']

/** All of a group for one record, so many times each. */
async function raceOpposites(report: Report, calls: Calls, group: readonly string[], times: number): Promise<void> {
  const presses: Press[] = []
  let record: string | undefined
  for (const name of group) {
    const press = await calls.find(({ key }) => key.includes(`/${name}/`))?.prepare()
    if (press === undefined) throw new Error(`there is no call ${name}`)
    record ??= press.path.split('/').at(-1)
    presses.push({ ...press, path: press.path.replace(/[^/]+$/, record ?? '') })
  }
  const owner = calls.find(({ key }) => key.includes(`/${group[0]}/`))
  if (owner === undefined) return
  const all = Array.from({ length: times }, () => presses).flat()
  await race(report, `${group.join(' and ')} at once`, all, true)
}

async function race(report: Report, what: string, presses: readonly Press[], once: boolean): Promise<void> {
  const answers = await Promise.all(presses.map(({ who, path, body }) => who.post(path, body)))
  let done = 0
  for (const [n, { status, body }] of answers.entries()) {
    report.count(races.name, status, isPast(status))
    if (status < 300) done += 1
    if (status >= 500)
      report.find({
        kind: races.name,
        what: 'answered as a fault of the server',
        request: `${what}: ${presses[n]?.path} → ${status} ${JSON.stringify(body)}`,
      })
  }
  if (once && done > 1)
    report.find({ kind: races.name, what: `was done ${done} times, where it can be done once`, request: what })
}
