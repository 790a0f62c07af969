import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer as createPlainServer } from 'node:net'
import { join } from 'node:path'
import { createServer, type Server } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '#kit/clock.ts'
import { certificateProblem } from './own-certificate.ts'

const FOLDER = join(import.meta.dirname, '../../test/support/certificate')
/** Of localhost, signed by itself, good until November 2126. */
const cert = readFileSync(join(FOLDER, 'certificate.pem'), 'utf8')
const key = readFileSync(join(FOLDER, 'key.pem'), 'utf8')
const END = Date.parse('2126-11-02')

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

test('one that is trusted and has long to go is nothing to tell of', async () => {
  expect(await certificateProblem(address, at(Date.now()), { ca: cert })).toBeUndefined()
})

test('one that ends within two weeks is told of, and so is one that has ended', async () => {
  expect(await certificateProblem(address, at(END - 10 * DAY), { ca: cert })).toMatch(/^ends in (9|10) days$/)
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
