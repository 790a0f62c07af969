/** What was sent and what came of it: a line for each kind of attack, and the first of what was found. */

export type Finding = { kind: string; what: string; request: string }
type Line = {
  sent: number
  reached: number
  statuses: Map<number, number>
  found: number
  seconds: number
  findings: Finding[]
}

/** Of each kind so many are printed. */
const SHOWN = 5
/** Of each kind so many are kept: one hole lets thousands through. */
const KEPT = 50

export type Report = {
  /** A request that was answered. It has reached a verb where it was made by somebody who may and passed all checks of its input. */
  count(kind: string, status: number, reached: boolean, times?: number): void
  find(finding: Finding): void
  took(kind: string, seconds: number): void
  readonly sent: number
  readonly found: number
  /** aborted once the run was told to stop */
  readonly stopped: AbortSignal
  foundIn(kind: string): number
  print(seed: number, leastReached: number): boolean
}

/** Ends a run that was to go on until something is found. */
export class Found extends Error {}

type Ends = { untilFound: string | undefined; stopped: AbortSignal }

/** Once the run was told to stop, it throws at the next answer that is counted. */
export function makeReport(say: (line: string) => void, { untilFound, stopped }: Ends): Report {
  const lines = new Map<string, Line>()
  const lineOf = (kind: string): Line => {
    const line = lines.get(kind) ?? { sent: 0, reached: 0, statuses: new Map(), found: 0, seconds: 0, findings: [] }
    lines.set(kind, line)
    return line
  }
  const total = (of: (line: Line) => number) => [...lines.values()].reduce((sum, line) => sum + of(line), 0)
  const faults = ({ statuses }: Line) =>
    [...statuses].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0)
  return {
    stopped,
    count(kind, status, reached, times = 1) {
      stopped.throwIfAborted()
      const line = lineOf(kind)
      line.sent += times
      if (reached) line.reached += times
      line.statuses.set(status, (line.statuses.get(status) ?? 0) + times)
    },
    find(finding) {
      const line = lineOf(finding.kind)
      line.found += 1
      if (line.findings.length < KEPT) line.findings.push(finding)
      const isLookedFor = untilFound !== undefined && finding.what.includes(untilFound)
      if (line.found <= SHOWN || isLookedFor) say(`FOUND by ${finding.kind}: ${finding.what}\n    ${finding.request}`)
      if (isLookedFor) throw new Found(finding.what)
    },
    took(kind, seconds) {
      lineOf(kind).seconds += seconds
    },
    get sent() {
      return total(({ sent }) => sent)
    },
    get found() {
      return total(({ found }) => found)
    },
    foundIn: (kind) => lines.get(kind)?.found ?? 0,
    print(seed, leastReached) {
      const [sent, reached, found] = [
        total((line) => line.sent),
        total((line) => line.reached),
        total((line) => line.found),
      ]
      say(`\n${row('kind', 'sent', 'reached a verb', '5xx', 'found', 'seconds', 'answers')}`)
      for (const [kind, line] of lines) {
        const answers = [...line.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
        say(
          row(
            kind,
            line.sent,
            share(line.reached, line.sent),
            faults(line),
            line.found,
            line.seconds.toFixed(0),
            answers.join(', '),
          ),
        )
      }
      say(row('all', sent, share(reached, sent), total(faults), found, total(({ seconds }) => seconds).toFixed(0), ''))
      const enough = reached >= leastReached * sent
      const held = found === 0 && total(faults) === 0 && enough
      if (!enough)
        say(`Too few requests have reached a verb: ${share(reached, sent)}, and not ${leastReached * 100} %.`)
      say(
        held
          ? `\nNothing was found in ${sent} requests (seed ${seed}).`
          : `\n${found} findings in ${sent} requests (seed ${seed}).`,
      )
      return held
    },
  }
}

/** Answers of a verb: done, or refused for its record or its input. */
export const isPast = (status: number): boolean => (status >= 200 && status < 300) || [404, 409, 422].includes(status)

const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`)

function row(...[kind = '', ...cells]: (string | number)[]): string {
  const answers = cells.pop()
  return `${String(kind).padEnd(20)}${cells.map((cell) => String(cell).padStart(15)).join('')}  ${answers}`
}
