import { whenIdle } from '#ui/idle.ts'
import { pause } from './pause.ts'

const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000

/**
 * Begins with code that no screen waits for, once the screens are there and it has come. Where it does not come it is
 * asked for again, waiting longer each time, and as soon as the network is back: a device can be online and the server
 * away. Returns what ends it.
 */
export function loadWhenReachable<Code>(
  load: () => Promise<Code>,
  begin: (code: Code, ended: AbortSignal) => void,
): () => void {
  const ended = new AbortController()
  void keepLoading(load, ended.signal).then((code) => code !== undefined && begin(code, ended.signal))
  return () => ended.abort()
}

async function keepLoading<Code>(load: () => Promise<Code>, ended: AbortSignal): Promise<Code | undefined> {
  await whenIdle()
  for (let wait = FIRST_WAIT; !ended.aborted; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const code = await load().catch(() => undefined)
    if (code !== undefined) return ended.aborted ? undefined : code
    await pause(wait, ended)
  }
  return undefined
}
