/** A push service of one's own on this machine: it checks who sends, opens what it is sent, and answers as it is told. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  path: string
  headers: IncomingMessage['headers']
  /** The claims of the VAPID token, whose signature was right. */
  claims: { aud: string; exp: number; sub: string }
  /** The server's public key, as it names it itself. */
  key: string
  /** What the device would see. */
  payload: { id: string; title: string; content: string; path: string }
}

export type Device = { subscription: { endpoint: string; keys: { p256dh: string; auth: string } } }

export type PushService = {
  url: string
  received: Received[]
  /** A browser that has subscribed here. */
  device(): Device
  /** What is answered from now on, 201 at first; a function may look at the path. */
  answer: { status: number; headers?: Record<string, string> }
  close(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, { open: (sealed: Buffer) => string }>()
  const problems: unknown[] = []
  const receive = async (request: IncomingMessage, reply: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const path = request.url ?? ''
    try {
      const { claims, key } = checkSender(request.headers.authorization ?? '')
      const device = devices.get(path)
      if (device === undefined) throw new Error(`nobody subscribed ${path}`)
      if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('not sealed as RFC 8188 says')
      const payload = JSON.parse(device.open(Buffer.concat(parts))) as Received['payload']
      service.received.push({ path, headers: request.headers, claims, key, payload })
      reply.writeHead(service.answer.status, service.answer.headers).end()
    } catch (error) {
      problems.push(error)
      reply.writeHead(400).end(String(error))
    }
  }
  const server = createServer((request, reply) => void receive(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: PushService = {
    url,
    received: [],
    answer: { status: 201 },
    device() {
      const own = createECDH('prime256v1')
      own.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(12).toString('base64url')}`
      devices.set(path, { open: (sealed) => open(sealed, own, auth) })
      const keys = { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') }
      return { subscription: { endpoint: url + path, keys } }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (problems.length > 0) throw problems[0]
    },
  }
  return service
}

/** RFC 8292: `vapid t=<JWT signed with ES256>, k=<public key>`. Throws where the signature is not the key's. */
function checkSender(authorization: string): { claims: Received['claims']; key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const good = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!good) throw new Error('the VAPID token is not signed by the key that it names')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Received['claims'], key }
}

/** RFC 8291 and RFC 8188, by hand: one record, sealed for one device. */
function open(sealed: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = sealed.subarray(0, 16)
  const idLength = sealed[20] ?? 0
  const theirs = sealed.subarray(21, 21 + idLength)
  const record = sealed.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs])
  const input = Buffer.from(hkdfSync('sha256', own.computeSecret(theirs), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12))
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
