/**
 * The hostile suite: attacks a house of its own, which listens on loopback, with people of every kind and records in
 * every state, and looks after each handful of requests at every row of every table.
 *
 *   npm run attack [-- --requests 100000] [--seed 7] [--only "races, paths"] [--minutes 60]
 *   npm run attack -- --planted      (plants holes in a copy, one at a time, and demands that each is found)
 *   npm run attack -- --until-found WORDS      (ends with the first finding in which these stand)
 *   npm run attack -- --kinds        (which kinds of attack there are)
 *
 * A request has reached a verb where it was made by somebody who may make it, passed all checks of the contract, and was
 * answered by what was to be done: 2xx, 404, 409 or 422. Ends with 1 where anything was found, an answer was 5xx, or too
 * few requests have reached a verb, or where it was stopped. The seed tells the same requests again.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { stopWhenTold } from '#app/stopping.ts'
import { setup as findBrowsers } from '../test/support/find-browser.ts'
import { openBrowser } from '../test/support/browser.ts'
import { setup as startDatabase } from '../test/support/database.ts'
import type { Attack } from './attack/attack.ts'
import type { Ground } from './attack/ground.ts'
import { openAttackedHouse } from './attack/house.ts'
import { crossSite } from './attack/kinds/cross-site.ts'
import { enumeration } from './attack/kinds/enumeration.ts'
import { everybodysIds } from './attack/kinds/everybodys-ids.ts'
import { floods } from './attack/kinds/floods.ts'
import { forgedRoles } from './attack/kinds/forged-roles.ts'
import { guessedCodes } from './attack/kinds/guessed-codes.ts'
import { injectedHeaders } from './attack/kinds/injected-headers.ts'
import { massAssignment } from './attack/kinds/mass-assignment.ts'
import { oversize } from './attack/kinds/oversize.ts'
import { paths } from './attack/kinds/paths.ts'
import { promises } from './attack/kinds/promises.ts'
import { properties } from './attack/kinds/properties.ts'
import { races } from './attack/kinds/races.ts'
import { replays } from './attack/kinds/replays.ts'
import { storedScripts } from './attack/kinds/stored-scripts.ts'
import { uploads } from './attack/kinds/uploads.ts'
import { plantHoles } from './attack/planted-holes.ts'
import { Found, makeReport } from './attack/report.ts'

/** At least this part of all requests has to reach a verb, where all kinds are run. */
const LEAST_REACHED = 0.3

/** In this order: what changes most comes last, but races, whose people must still be able to ask for everything. */
const ATTACKS: readonly Attack[] = [
  ...[
    crossSite,
    enumeration,
    forgedRoles,
    races,
    everybodysIds,
    massAssignment,
    replays,
    promises,
    guessedCodes,
    uploads,
    paths,
    oversize,
  ],
  ...[injectedHeaders, storedScripts, properties, floods],
]

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    only: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    planted: { type: 'boolean', default: false },
    kinds: { type: 'boolean', default: false },
    'until-found': { type: 'string' },
  },
})

const stopping = new AbortController()

if (values.kinds) for (const { name, what } of ATTACKS) console.log(`${name.padEnd(20)}${what}`)
else {
  const held = values.planted ? plantHoles(values.only, stopping.signal) : attackAll(stopping.signal)
  // a browser that listens for the signal keeps it from ending this process
  stopWhenTold(
    () => {
      stopping.abort()
      return held.catch(() => {})
    },
    { code: 1 },
  )
  process.exitCode = (await held.catch(unlessStopped)) ? 0 : 1
}

function unlessStopped(error: unknown): false {
  if (stopping.signal.aborted) return false
  throw error
}

async function attackAll(stopped: AbortSignal): Promise<boolean> {
  const requests = Number(values.requests)
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
  const named = values.only?.split(',').map((name) => name.trim().replaceAll("'", '’'))
  const unknown = named?.filter((name) => !ATTACKS.some((attack) => attack.name === name)) ?? []
  if (unknown.length > 0 || !Number.isSafeInteger(requests) || !Number.isSafeInteger(seed)) {
    console.error(`There is no attack ${unknown.join(', ')}, or a number is none. --kinds names them all.`)
    return false
  }
  const wanted = ATTACKS.filter(({ name }) => named?.includes(name) ?? true)
  console.log(`seed ${seed}, ${requests} requests`)
  const report = makeReport((line) => console.log(line), { untilFound: values['until-found'], stopped })
  const end = performance.now() + Number(values.minutes) * 60_000
  const stopDatabase = await startDatabase()
  try {
    await findBrowsers()
    stopped.throwIfAborted()
    const ground = await openAttackedHouse({ seed, requests, report })
    try {
      for (const attack of wanted)
        await run(attack, ground, named === undefined ? attack.share * requests : requests / wanted.length, end)
      // what is left of the number goes to the kind that can use any
      const left = requests - report.sent
      if (named === undefined && left > 0) await run(properties, { ...ground, seed: seed + 1 }, left, end)
    } catch (error) {
      if (!(error instanceof Found)) throw error
    } finally {
      await (await openBrowser()).close()
      await ground.close()
    }
  } finally {
    await stopDatabase()
  }
  return report.print(seed, named === undefined ? LEAST_REACHED : 0)
}

/** Everything of one kind; afterwards the books have to be right. What is still to come when time is over is a finding. */
async function run(attack: Attack, ground: Ground, requests: number, end: number): Promise<void> {
  const { house, report } = ground
  const { name } = attack
  report.stopped.throwIfAborted()
  if (performance.now() > end)
    return report.find({ kind: name, what: 'time was over before it began', request: `--minutes ${values.minutes}` })
  const began = performance.now()
  await ground.putBack()
  await attack.run(ground, Math.round(requests))
  for (const problem of await house.problems())
    report.find({ kind: name, what: 'the books are wrong', request: problem })
  const seconds = (performance.now() - began) / 1000
  report.took(name, seconds)
  console.log(`${name}: ${report.sent} requests in all, ${report.foundIn(name)} findings, ${seconds.toFixed(0)} s`)
}
