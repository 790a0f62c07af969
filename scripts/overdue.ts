/**
 * `npm run overdue`: what is to be looked at by the paragraph on mending of docs/security.md. Asks npm's registry when the
 * versions of every package that package.json names for the app were published, and for the vulnerabilities that are known
 * of all that is installed with them: each is listed from its first hour, because how long it is known nobody tells. Ends
 * with 1 where anything is listed, or could not be asked. Nothing is changed.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DAY, systemClock } from '#kit/clock.ts'
import { countOf } from '#kit/count-of.ts'

const ROOT = join(import.meta.dirname, '..')
/** Libraries are brought up to date every 90 days. */
const UP_TO_DATE = 90 * DAY
/** How many packages are asked for at once. */
const AT_ONCE = 6

/** When each version of a package was published. */
type Published = Readonly<Record<string, string>>
type Behind = { newer: string; days: number }

/** What can be had by the registry's answer to `npm view … versions time`: of what was taken back it keeps the time alone. */
export function publishedOf({ versions, time }: { versions: string | string[]; time: Published }): Published {
  return Object.fromEntries([versions].flat().flatMap((version) => (time[version] ? [[version, time[version]]] : [])))
}

/**
 * The first version after the one that is used, if it is out for more than 90 days: so long nobody has brought this package
 * up to date. Undefined where none is. Versions that are not finished count only for whoever uses one of them.
 */
export function behind(used: string, published: Published, now: Date): Behind | undefined {
  const later = Object.entries(published)
    .filter(([version]) => isAfter(version, used))
    .filter(([version]) => !version.includes('-') || used.includes('-'))
    .map(([version, at]) => ({ newer: version, at: Date.parse(at) }))
    .toSorted((one, other) => one.at - other.at)
  const [first] = later
  if (first === undefined || now.getTime() - first.at <= UP_TO_DATE) return undefined
  return { newer: first.newer, days: Math.floor((now.getTime() - first.at) / DAY) }
}

/** Whether a version comes after another, as https://semver.org orders them: numbers by their size, unfinished ones first. */
function isAfter(version: string, than: string): boolean {
  const [[numbers, unfinished], [thanNumbers, thanUnfinished]] = [partsOf(version), partsOf(than)]
  const place = numbers.findIndex((number, at) => number !== thanNumbers[at])
  if (place !== -1) return (numbers[place] ?? 0) > (thanNumbers[place] ?? 0)
  if (unfinished === undefined) return thanUnfinished !== undefined
  return thanUnfinished !== undefined && unfinished.localeCompare(thanUnfinished, 'en', { numeric: true }) > 0
}

function partsOf(version: string): [numbers: number[], unfinished: string | undefined] {
  const [core = '', ...rest] = version.replace(/\+.*$/, '').split('-')
  return [core.split('.').map(Number), rest.length > 0 ? rest.join('-') : undefined]
}

const execute = promisify(execFile)

/** What npm answers, as JSON. It ends with 1 where it has found something, and says it all the same. */
async function npm(...words: string[]): Promise<unknown> {
  const answer = execute('npm', [...words, '--json'], { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 })
  const { stdout } = await answer.catch((failed: { stdout?: string }) => ({ stdout: failed.stdout ?? '' }))
  return JSON.parse(stdout === '' ? 'null' : stdout)
}

async function lateVersions(now: Date): Promise<string[]> {
  const { dependencies, optionalDependencies, overrides } = JSON.parse(
    await readFile(join(ROOT, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>
  const used = Object.entries({ ...dependencies, ...optionalDependencies, ...overrides })
  const late: string[] = []
  for (let from = 0; from < used.length; from += AT_ONCE) {
    const some = used.slice(from, from + AT_ONCE)
    late.push(...(await Promise.all(some.map(([name, version]) => lateness(name, version, now)))).flat())
  }
  console.log(`${countOf(used.length, 'package')} asked for`)
  return late
}

async function lateness(name: string, version: string, now: Date): Promise<string[]> {
  const answer = (await npm('view', name, 'versions', 'time')) as Parameters<typeof publishedOf>[0] | null
  if (!answer?.time) return [`${name} ${version}: the registry could not be asked`]
  const published = publishedOf(answer)
  if (published[version] === undefined) return [`${name} ${version}: the registry does not have it, or not any more`]
  const found = behind(version, published, now)
  return found === undefined ? [] : [`${name} ${version}: ${found.newer} is out for ${countOf(found.days, 'day')}`]
}

async function knownVulnerabilities(): Promise<string[]> {
  const report = (await npm('audit', '--omit=dev')) as { vulnerabilities?: Record<string, { severity: string }> } | null
  if (report?.vulnerabilities === undefined) return ['the registry could not be asked for vulnerabilities']
  return Object.entries(report.vulnerabilities).map(([name, { severity }]) => `${name}: a ${severity} vulnerability`)
}

if (import.meta.main) {
  const late = [...(await lateVersions(systemClock.now())), ...(await knownVulnerabilities())]
  for (const line of late) console.log(line)
  console.log(late.length === 0 ? 'Nothing is overdue.' : `${countOf(late.length, 'line')} to look at.`)
  process.exitCode = late.length === 0 ? 0 : 1
}
