import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer as createPlainServer } from 'node:net'
import { join } from 'node:path'
import { createServer, type Server } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, HOUR, movableClock, SECOND } from '#kit/clock.ts'
import { anAdministrator } from '../../test/support/people.ts'
import { START, testDatabase } from '../../test/support/database.ts'
import { opened } from '../../test/support/opened.ts'
import { certificateProblem, ownCertificateJobs } from './own-certificate.ts'

const FOLDER = join(import.meta.dirname, '../../test/support/certificate')
/** Of localhost, signed by itself, good until November 2126. */
const cert = readFileSync(join(FOLDER, 'certificate.pem'), 'utf8')
const key = readFileSync(join(FOLDER, 'key.pem'), 'utf8')
/** Of localhost too, with the same key, but good for clients alone. */
const ofClients = readFileSync(join(FOLDER, 'of-clients.pem'), 'utf8')
const END = Date.parse('2126-11-02')

const data = opened(testDatabase)
let server: Server
let address: string
beforeAll(async () => {
  server = createServer({ cert, key }, (socket) => socket.end())
  server.on('tlsClientError', () => {})
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  address = `https://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const at = (moment: number) => ({ now: () => new Date(moment) })

test('a certificate that nobody has signed whom browsers trust is said to be so', async () => {
  expect(await certificateProblem(address, at(Date.now()))).toBe(
    'is not trusted by browsers (DEPTH_ZERO_SELF_SIGNED_CERT)',
  )
})

test('one of another name is said to be so', async () => {
  const elsewhere = address.replace('localhost', '127.0.0.1')
  const named = createServer({ cert, key }, (socket) => socket.end())
  await new Promise<void>((listening) => named.listen(0, '127.0.0.1', listening))
  const itsAddress = elsewhere.replace(/\d+$/, String((named.address() as AddressInfo).port))
  expect(await certificateProblem(itsAddress, at(Date.now()), { ca: cert })).toBe(
    'is not trusted by browsers (ERR_TLS_CERT_ALTNAME_INVALID)',
  )
  named.close()
})

test('one that is no server’s is said to be so', async () => {
  const misused = createServer({ cert: ofClients, key }, (socket) => socket.end())
  misused.on('tlsClientError', () => {})
  await new Promise<void>((listening) => misused.listen(0, 'localhost', listening))
  const itsAddress = `https://localhost:${(misused.address() as AddressInfo).port}`
  expect(await certificateProblem(itsAddress, at(Date.now()), { ca: ofClients })).toBe(
    'is not trusted by browsers (INVALID_PURPOSE)',
  )
  misused.close()
})

test('one that is trusted and has long to go is nothing to tell of', async () => {
  expect(await certificateProblem(address, at(Date.now()), { ca: cert })).toBeUndefined()
})

test('one that ends within two weeks is told of, and so is one that has ended', async () => {
  expect(await certificateProblem(address, at(END - 10 * DAY), { ca: cert })).toMatch(/^ends in (9|10) days$/)
  expect(await certificateProblem(address, at(END - DAY), { ca: cert })).toBe('ends in 1 day')
  expect(await certificateProblem(address, at(END), { ca: cert })).toBe('ends within a day')
  expect(await certificateProblem(address, at(END + 2 * DAY), { ca: cert })).toBe('has expired')
})

test('a house that is stopping does not wait for an answer', async () => {
  const silent = createPlainServer(() => {})
  await new Promise<void>((listening) => silent.listen(0, 'localhost', listening))
  const stopping = new AbortController()
  setTimeout(() => stopping.abort(), 100)
  const itsAddress = `https://localhost:${(silent.address() as AddressInfo).port}`
  const asked = certificateProblem(itsAddress, at(Date.now()), { stopping: stopping.signal })
  await expect(asked).rejects.toThrow('the app is stopping')
  silent.close()
})

test('an address where nobody answers, or nobody who speaks TLS, tells nothing of its certificate', async () => {
  await expect(certificateProblem('https://localhost:1', at(Date.now()))).rejects.toThrow('ECONNREFUSED')
  const plain = createPlainServer((socket) => socket.end('no TLS here'))
  await new Promise<void>((listening) => plain.listen(0, 'localhost', listening))
  const port = (plain.address() as AddressInfo).port
  await expect(certificateProblem(`https://localhost:${port}`, at(Date.now()))).rejects.toThrow()
  plain.close()
})

test('a server that asks for a certificate of ours tells nothing of its own', async () => {
  // the alert of TLS 1.3 for it: fatal, 116
  const asking = createPlainServer((socket) => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 116])))
  await new Promise<void>((listening) => asking.listen(0, 'localhost', listening))
  const itsAddress = `https://localhost:${(asking.address() as AddressInfo).port}`
  await expect(certificateProblem(itsAddress, at(Date.now()))).rejects.toThrow(/certificate required/)
  asking.close()
})

test('owners hear of it within an hour after the proxy has come up, and once a day', async () => {
  const clock = movableClock(START)
  const owner = await anAdministrator(data.db)
  const speaksTls = createServer({ cert, key }, (socket) => socket.end())
  speaksTls.on('tlsClientError', () => {})
  let isUp = false
  const proxy = createPlainServer((socket) => void (isUp ? speaksTls.emit('connection', socket) : socket.destroy()))
  await new Promise<void>((listening) => proxy.listen(0, 'localhost', listening))
  const port = (proxy.address() as AddressInfo).port
  const lines: string[] = []
  const tell = (line: string) => void lines.push(line)
  const [job] = ownCertificateJobs({ db: data.db, clock, settings: { appUrl: `https://localhost:${port}` }, tell })
  if (job === undefined) throw new Error('there is no job')
  const every = job.everySeconds * SECOND
  const pass = async (time: number) => {
    for (let passed = every; passed <= time; passed += every) {
      clock.move(every)
      await job.run()
    }
  }
  const alarms = async () =>
    (await data.db.selectFrom('notification').selectAll().where('user_id', '=', owner.userId).execute()).length
  await job.run()
  expect(lines).toHaveLength(1)
  isUp = true
  await pass(HOUR)
  expect(await alarms()).toBe(1)
  await pass(22 * HOUR)
  expect(await alarms()).toBe(1)
  await pass(2 * HOUR)
  expect(await alarms()).toBe(2)
  expect(lines).toHaveLength(1)
  proxy.close()
})
