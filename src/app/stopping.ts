import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { SECOND } from '#kit/clock.ts'

/** Milliseconds in which everything should have closed; what has not by then is left as it is. */
const DEADLINE = 8 * SECOND
/** Milliseconds after which the guard ends a process that cannot even end itself. */
const LAST_DEADLINE = 10 * SECOND
/** Milliseconds between two looks at whether npm is still there. */
const LOOK = SECOND / 2

/**
 * Stops once, when told by SIGINT or SIGTERM, or when the npm that started this process has gone; then ends the process:
 * with code 0 (or `code`, for what is not done when it is stopped) when everything has closed, with 1 when something did
 * not within the deadline, and by SIGKILL when the process itself hung.
 */
export function stopWhenTold(stop: () => Promise<unknown>, { code = 0 } = {}): void {
  let stopping = false
  const begin = () => {
    // npm passes on the signal that a terminal has sent to both: the second one is no news.
    if (stopping) return
    stopping = true
    setTimeout(() => {
      process.stderr.write(`Plumb did not close within ${DEADLINE / SECOND} seconds and ends as it is.\n`)
      process.exit(1)
    }, DEADLINE)
    guard()
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        process.stderr.write(`Plumb could not close: ${error instanceof Error ? error.message : String(error)}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, begin)
  whenNpmHasGone(begin)
}

/**
 * A process that kills this one should it still be there after the last deadline. No timer of our own can: a blocked
 * write keeps the event loop, and `process.exit` waits for threads that read from a file system that has gone away.
 * The guard leaves as soon as we have: its end of the pipe closes.
 */
function guard(): void {
  const script =
    `process.stdin.resume().on('end', () => process.exit()).on('error', () => process.exit());` +
    `setTimeout(() => process.kill(${process.pid}, 'SIGKILL'), ${LAST_DEADLINE})`
  const child = spawn(process.execPath, ['-e', script], {
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a guard we still stop, only not whatever hangs.
  child.on('error', () => {})
  child.unref()
}

/**
 * npm tells its shell to end, and most shells keep that to themselves: this process would be left behind with its port.
 * Only where npm runs this very program: one that somebody has sent to the background outlives its parent as it should.
 */
function whenNpmHasGone(act: () => void): void {
  const script = process.env['npm_lifecycle_script']
  const program = basename(process.argv[1] ?? '')
  if (script === undefined || program === '' || !script.includes(program)) return
  const parent = process.ppid
  // Between npm and us there is a shell, unless it has put us in its place.
  const npm = wordsOf(parent).includes(script) ? parentOf(parent) : undefined
  setInterval(() => {
    if (process.ppid !== parent || (npm !== undefined && parentOf(parent) !== npm)) act()
  }, LOOK).unref()
}

/** The words that a process was started with; nothing if the system does not say. */
function wordsOf(pid: number): string {
  return readText(`/proc/${pid}/cmdline`) ?? ''
}

function parentOf(pid: number): number | undefined {
  const found = /^PPid:\s+(\d+)$/m.exec(readText(`/proc/${pid}/status`) ?? '')
  return found === null ? undefined : Number(found[1])
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
