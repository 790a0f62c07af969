import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serveEvents } from './events.ts'
import type { Listener } from './hand-on.ts'
import { PATIENCE } from '../../test/support/patience.ts'

const ME = { userId: '0190a000-0000-7000-8000-000000000001', roles: [] }
let server: Server
let listeners: Set<Listener>

/** A real HTTP server and reader; the listeners are kept in a plain set instead of a relay on a database. */
const relay = {
  subscribe: (listener: Listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

beforeEach(async () => {
  listeners = new Set()
  server = createServer((_request, reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    serveEvents(relay, ME, {
      write: (text) => reply.write(text),
      end: () => reply.destroy(),
      onClose: (act) => reply.on('close', act),
      lookAgain: () => {},
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  vi.useRealTimers()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const until = (check: () => void) => vi.waitFor(check, { timeout: PATIENCE, interval: 5 })
const tell = (topic: string) => {
  for (const listener of listeners) listener.send(topic, true)
}

async function open() {
  const leaving = new AbortController()
  const reply = await fetch(url(), { signal: leaving.signal })
  const seen = { text: '' }
  void (async () => {
    for await (const part of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) seen.text += part
  })().catch(() => {})
  return { seen, leave: () => leaving.abort() }
}

test('a stream says ready, then each topic as one event', async () => {
  const { seen } = await open()
  await until(() => expect(seen.text).toBe('retry: 2000\nevent: ready\ndata: {}\n\n'))
  seen.text = ''
  tell('investments')
  tell('balance')
  await until(() =>
    expect(seen.text).toBe(
      'event: change\ndata: {"topic":"investments"}\n\nevent: change\ndata: {"topic":"balance"}\n\n',
    ),
  )
})

test('a reader that goes is forgotten', async () => {
  const { seen, leave } = await open()
  await until(() => expect(seen.text).toContain('ready'))
  expect(listeners.size).toBe(1)
  leave()
  await until(() => expect(listeners.size).toBe(0))
})

test('a comment every 25 seconds keeps the line open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { seen } = await open()
  vi.advanceTimersByTime(24_999)
  tell('before')
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await until(() => expect(seen.text).toMatch(/"before"\}\n\n: still here\n\n$/))
})

test('a reader that does not read is ended instead of being kept in memory', async () => {
  const stuck = get(url(), (reply) => reply.pause())
  stuck.on('error', () => {})
  await until(() => expect(listeners.size).toBe(1))
  for (let time = 0; time < 2_000_000 && listeners.size > 0; time += 1) {
    tell('investments')
    if (time % 1000 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(listeners.size).toBe(0)
  stuck.destroy()
})

test('nothing is written to a stream that what came just before has ended', () => {
  const written: string[] = []
  let ended = false
  serveEvents(relay, ME, {
    write(text) {
      if (ended) throw new Error('write after end')
      written.push(text)
      return true
    },
    end: () => void (ended = true),
    onClose() {},
    lookAgain() {},
  })
  // handed on together, by whoever still holds the listener
  for (const listener of [...listeners]) for (const topic of ['identity', 'users']) listener.send(topic, true)
  expect(ended).toBe(true)
  expect(written.at(-1)).toContain('identity')
})
