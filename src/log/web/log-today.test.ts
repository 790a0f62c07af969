import { randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { logOf, showLog } from '../../../test/support/small-log.ts'
import { signerOf } from '../note.ts'
import { checkAgainstToday, cosignersOf } from './log-today.ts'

afterEach(() => vi.unstubAllGlobals())

test('what was signed since the last look is held to the log of now, not to what the browser has kept for some seconds', async () => {
  const signer = await signerOf('plumb.example/log', randomBytes(32))
  const log = logOf(signer, ['one', 'two', 'three'])
  const served = await showLog(log, signer.verifierKey)
  const kept = new Map<string, Response>()
  const ask = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, how?: RequestInit) => {
    // no witness is asked
    if (path === '/log/witnesses') return new Response('')
    const known = how?.cache === undefined || how.cache === 'default' ? kept.get(path) : undefined
    const answer = known ?? new Response(await (await ask(served.url + path)).arrayBuffer())
    kept.set(path, answer.clone())
    return answer
  })
  const held = async () => ({ note: await log.note(), key: signer.verifierKey })
  try {
    expect(await checkAgainstToday(await held())).toMatchObject({ answer: 'yes' })
    log.add(['four'])
    served.show(log)
    expect(await checkAgainstToday(await held())).toMatchObject({ answer: 'yes', now: { size: 4 } })
    log.add(['five'])
    served.show(log)
    expect(await cosignersOf(await held())).toMatchObject({ continues: 'yes' })
  } finally {
    await served.stop()
  }
})
