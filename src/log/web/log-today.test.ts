import { randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { logOf, showLog } from '../../../test/support/small-log.ts'
import { signerOf } from '../note.ts'
import * as text from '#texts/log.ts'
import { askToday, checkAgainstToday, cosignersOf } from './log-today.ts'

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

test('a log that was restarted says as what it goes on, and since when', async () => {
  const goesOn = async (origin: string) => {
    const signer = await signerOf(origin, randomBytes(32))
    const note = await logOf(signer, ['one']).note()
    vi.stubGlobal('fetch', async (path: string) =>
      path === '/api/log'
        ? Response.json({ signed: true, stopped: false })
        : new Response(path === '/log/checkpoint' ? note : ''),
    )
    const { since } = (await askToday()) ?? {}
    return since && text.goesOn(since)
  }
  expect(await goesOn('plumb.example/log')).toBeUndefined()
  expect(await goesOn('plumb.example/log/2-2026-11-27-0f3a59c2d4e61b78')).toBe(
    'It was restarted on 2026-11-27, and goes on as plumb.example/log/2-2026-11-27-0f3a59c2d4e61b78.',
  )
  expect(await goesOn('plumb.example/log/2')).toBe('It was restarted, and goes on as plumb.example/log/2.')
})

test('what somebody has kept is not checked, and not found wrong, where nothing is signed yet', async () => {
  const signer = await signerOf('plumb.example/log', randomBytes(32))
  const held = { note: await logOf(signer, ['one']).note(), key: signer.verifierKey }
  vi.stubGlobal('fetch', async (path: string) => new Response('', { status: path === '/log/witnesses' ? 200 : 404 }))
  expect(await checkAgainstToday(held)).toEqual({ answer: 'unreachable' })
  await expect(cosignersOf(held)).rejects.toThrow('404')
  // nor asked for: the server says first that there is nothing
  vi.stubGlobal('fetch', async (path: string) => {
    expect(path).toBe('/api/log')
    return Response.json({ signed: false, stopped: false })
  })
  expect(await askToday()).toBeNull()
})
