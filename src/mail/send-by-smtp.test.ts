import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { Undeliverable } from './deliver.ts'
import { smtpSender } from './send-by-smtp.ts'

const FROM = { name: 'Plumb', address: 'no-reply@plumb.example' }
let server: SMTPServer
let received: { from: string; to: string[]; text: string }[]
let refuseRecipient: { code: number } | undefined
let refuseData: { code: number } | undefined

beforeEach(async () => {
  received = []
  refuseRecipient = refuseData = undefined
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'plumb' && password === 'p@ss' ? done(null, { user: 'plumb' }) : done(new Error('wrong password')),
    onRcptTo: (_address, _session, done) => done(refusal(refuseRecipient)),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const text = Buffer.concat(parts).toString()
        if (refuseData === undefined) received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text })
        done(refusal(refuseData))
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())))

function refusal(wanted: { code: number } | undefined): Error | null {
  return wanted === undefined ? null : Object.assign(new Error('not here'), { responseCode: wanted.code })
}

const address = (user = '') => `smtp://${user}127.0.0.1:${(server.server.address() as AddressInfo).port}`
const message = (receiver = 'ann@example.com', content = 'Your code:\n\n123456\n') => ({
  ...{ id: newId(), channel: 'mail' as const, receiver, subject: 'Code', content, tries: 1 },
  ...{ secret: true, markdown: false, retried_at: null },
  created_at: new Date('2026-03-01T12:00:00Z'),
})

test('a mail arrives whole, from the sender to the one receiver', async () => {
  await smtpSender(address(), FROM)(message('ann@example.com', 'Line\n.\n..\nFrom me\n123456'))
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ from: 'no-reply@plumb.example', to: ['ann@example.com'] })
  expect(received[0]?.text).toMatch(/\r\n\r\nLine\r\n\.\r\n\.\.\r\nFrom me\r\n123456\r\n$/)
  expect(received[0]?.text).toContain('To: ann@example.com\r\n')
})

test('it signs in with the name and password of the address', async () => {
  await smtpSender(address('plumb:p%40ss@'), FROM)(message())
  expect(received).toHaveLength(1)
})

test('a password that is wrong is for the operator to mend: it is tried again', async () => {
  const failure = await failureOf(smtpSender(address('plumb:wrong@'), FROM)(message()))
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(Undeliverable)
})

test('a receiver or text that the server refuses for good is undeliverable; for now is tried again', async () => {
  const send = smtpSender(address(), FROM)
  refuseRecipient = { code: 550 }
  expect(await failureOf(send(message()))).toBeInstanceOf(Undeliverable)
  refuseRecipient = { code: 450 }
  expect(await failureOf(send(message()))).not.toBeInstanceOf(Undeliverable)
  refuseRecipient = undefined
  refuseData = { code: 554 }
  expect(await failureOf(send(message()))).toBeInstanceOf(Undeliverable)
  refuseData = { code: 451 }
  expect(await failureOf(send(message()))).not.toBeInstanceOf(Undeliverable)
  expect(received).toEqual([])
})

describe('over TLS', () => {
  // the certificate that such a server brings along, which nobody has signed
  const overTls = async (options: object) => {
    const secure = new SMTPServer({ secure: true, authOptional: true, ...options })
    secure.on('error', () => {})
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
    const { port } = secure.server.address() as AddressInfo
    const failure = await failureOf(smtpSender(`smtps://127.0.0.1:${port}`, FROM)(message()))
    await new Promise<void>((resolve) => secure.close(() => resolve()))
    return failure
  }

  test('a server whose certificate nobody vouches for gets no mail', async () => {
    const failure = await overTls({})
    expect(String(failure)).toMatch(/certificate/)
    expect(failure).not.toBeInstanceOf(Undeliverable)
  })

  test('a server that speaks nothing newer than TLS 1.1 gets no mail', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }
    expect(String(await overTls(old))).toMatch(/version|protocol/i)
  })
})

test('where TLS is required a server over a network that does not offer it gets nothing, and this machine’s own does', async () => {
  const required = { requireTls: true }
  await smtpSender(address(), FROM, required)(message())
  expect(received).toHaveLength(1)
  // an address of no machine by name, by which this one is reached
  const network = address().replace('127.0.0.1', '0.0.0.0')
  const failure = await failureOf(smtpSender(network, FROM, required)(message()))
  expect(String(failure)).toMatch(/TLS/i)
  expect(failure).not.toBeInstanceOf(Undeliverable)
  expect(received).toHaveLength(1)
})

test('a server that is not there is tried again', async () => {
  const nobody = address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  const failure = await failureOf(smtpSender(nobody, FROM)(message()))
  expect(String(failure)).toContain('ECONNREFUSED')
  expect(failure).not.toBeInstanceOf(Undeliverable)
})

test.each(['ann@example.com,eve@example.com', 'ann@example.com\r\nRCPT TO:<eve@example.com>', 'Ann <ann@example.com>'])(
  'no conversation is begun for a receiver that is not one address: %j',
  async (receiver) => {
    await expect(smtpSender(address(), FROM)(message(receiver))).rejects.toThrow('not one mail address')
    expect(received).toEqual([])
  },
)

test.each(['mail.example.com', 'http://mail.example.com', 'smtp:', 'smtp://'])(
  'an address of no mail server is refused in words: %s',
  (wrong) => {
    expect(() => smtpSender(wrong, FROM)).toThrow('SMTP_URL may be an address such as')
  },
)

function failureOf(sending: Promise<unknown>): Promise<unknown> {
  return sending.then(
    () => undefined,
    (error: unknown) => error,
  )
}
