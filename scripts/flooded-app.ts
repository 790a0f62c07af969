/** An app for floods: started as a person would, on loopback, with a database, a mail server and a text gateway of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { freePorts } from './failover-cluster.ts'

const START_LIMIT = 60_000
const CALL_LIMIT = 60_000
export const PASSWORD = 'a plumb line hangs straight'

// oxlint-disable-next-line typescript/no-explicit-any -- what a call answers is looked at field by field
export type Answer = { status: number; body: any; retryAfter: string | null; milliseconds: number }

export type FloodedApp = {
  url: string
  /** Posts from a source network, as the proxy in front would say it. */
  post(path: string, body: unknown, from: string, headers?: Record<string, string>): Promise<Answer>
  /** What people type who register; each name is a person of their own. */
  form(name: string, changed?: Record<string, string>): Record<string, unknown>
  /** Who has been sent a mail or a text by now, each as often as there were messages. */
  mails: string[]
  texts: string[]
  /** Resolves when whatever is on its way has arrived. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/**
 * Whatever is under way ends once `stopped` is aborted; then the app is killed by `stop`. Where it does not start, or is
 * told to stop before it has, this throws and nothing is left behind.
 */
export async function startFloodedApp(stopped: AbortSignal = new AbortController().signal): Promise<FloodedApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plumb-floods-'))
  const receivers = await openReceivers()
  const { mails, texts } = receivers
  const [port = 0] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const app = spawn(process.execPath, [join(import.meta.dirname, '../src/app/main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      APP_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      MARKET: 'off',
      TRUST_PROXY: 'loopback',
      SMTP_URL: `smtp://127.0.0.1:${receivers.smtpPort}`,
      SMS_URL: `http://127.0.0.1:${receivers.gatewayPort}/send`,
      OWNER_EMAIL: 'owner@plumb.test',
      OWNER_PASSWORD: PASSWORD,
      OWNER_NAME: 'first-owner',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // whoever started it may be ended before it could be stopped
  const leaveNone = () => app.kill('SIGKILL')
  process.once('exit', leaveNone)
  const stop = async () => {
    process.off('exit', leaveNone)
    app.kill(stopped.aborted ? 'SIGKILL' : 'SIGTERM')
    if (app.exitCode === null && app.signalCode === null) await once(app, 'exit')
    await receivers.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await untilHealthy(url, app, stopped)
  } catch (error) {
    await stop()
    throw error
  }
  let people = 0
  return {
    url,
    mails,
    texts,
    async post(path, body, from, headers = {}) {
      const began = performance.now()
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...{ 'x-forwarded-for': from, ...headers },
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.any([AbortSignal.timeout(CALL_LIMIT), stopped]),
      })
      const { status } = answer
      const milliseconds = Math.round(performance.now() - began)
      return { status, body: await answer.json(), retryAfter: answer.headers.get('retry-after'), milliseconds }
    },
    form(name, changed = {}) {
      people += 1
      const typed = { name, email: `${name}@mail.plumb.test`, phone: `+1202${3_000_000 + people}`, country: 'US' }
      return { ...typed, password: PASSWORD, password_confirmation: PASSWORD, terms: true, ...changed }
    },
    async settled() {
      for (let seen = -1; seen !== mails.length + texts.length; await pause(2500, undefined, { signal: stopped }))
        seen = mails.length + texts.length
    },
    stop,
  }
}

/** A mail server and a text gateway that take down who is sent something. */
async function openReceivers() {
  const [mails, texts]: [string[], string[]] = [[], []]
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        mails.push(...envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  const gateway = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      texts.push(String(JSON.parse(body).to))
      response.end()
    })
  })
  await Promise.all([
    new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve)),
    new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve)),
  ])
  return {
    mails,
    texts,
    smtpPort: (smtp.server.address() as AddressInfo).port,
    gatewayPort: (gateway.address() as AddressInfo).port,
    async close() {
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
      gateway.closeAllConnections()
      gateway.close()
    },
  }
}

/** Throws where the app is not up in time, has ended, or `stopped` is aborted. */
async function untilHealthy(url: string, app: ChildProcess, stopped: AbortSignal): Promise<void> {
  const end = performance.now() + START_LIMIT
  while (performance.now() < end && app.exitCode === null && !stopped.aborted) {
    const answer = await fetch(`${url}/healthz`, { signal: stopped }).catch(() => undefined)
    if (answer?.status === 200) return
    await pause(50)
  }
  stopped.throwIfAborted()
  throw new Error(`the app did not answer on /healthz within ${START_LIMIT / 1000} s`)
}
