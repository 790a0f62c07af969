/**
 * An authenticator without a device: it makes ES256 key pairs and signs as WebAuthn says. What a real one would refuse to
 * do, such as signing for another site or without having verified its owner, it does when it is told to.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyAnswer } from '#factors/contract.ts'

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }
const AAGUID = Buffer.alloc(16)

type Key = { id: string; userHandle: string; privateKey: KeyObject; counter: number }
/** How it lies, where a test wants to see that it is not believed. */
type Lies = { origin?: string; rpId?: string; verified?: boolean; counter?: number; type?: string; userHandle?: string }

export class SoftAuthenticator {
  readonly origin: string
  readonly keys: Key[] = []
  /** It counts its signatures; one that syncs its keys stands at 0 instead. */
  readonly counts: boolean

  constructor(origin: string, { counts = true } = {}) {
    this.origin = origin
    this.counts = counts
  }

  /** What a browser answers to the options of a new passkey. */
  create(options: { challenge: string; rp: { id: string }; user: { id: string } }, lies: Lies = {}): NewPasskey {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const key = { id: randomBytes(32).toString('base64url'), userHandle: options.user.id, privateKey, counter: 0 }
    this.keys.push(key)
    const id = Buffer.from(key.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const credential = Buffer.concat([AAGUID, length, id, coseOf(publicKey)])
    const authData = Buffer.concat([this.authData(key, options.rp.id, lies, FLAGS.attested), credential])
    const attestation = map([
      [text('fmt'), text('none')],
      [text('attStmt'), map([])],
      [text('authData'), bytes(authData)],
    ])
    return {
      ...credentialOf(key.id),
      response: {
        clientDataJSON: this.clientData('webauthn.create', options.challenge, lies).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** What a browser answers to the options of a sign-in; by the newest key unless said otherwise. */
  get(options: { challenge: string; rpId: string }, lies: Lies = {}, key = this.keys.at(-1)): PasskeyAnswer {
    if (key === undefined) throw new Error('this authenticator has no key')
    const authData = this.authData(key, options.rpId, lies)
    const clientData = this.clientData('webauthn.get', options.challenge, lies)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return {
      ...credentialOf(key.id),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, key.privateKey).toString('base64url'),
        userHandle: lies.userHandle ?? key.userHandle,
      },
    }
  }

  private clientData(type: string, challenge: string, lies: Lies): Buffer {
    const said = { type: lies.type ?? type, challenge, origin: lies.origin ?? this.origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(said))
  }

  private authData(key: Key, rpId: string, { rpId: lie, verified = true, counter }: Lies, more = 0): Buffer {
    if (this.counts) key.counter += 1
    const synced = this.counts ? 0 : FLAGS.backupEligible | FLAGS.backedUp
    const flags = FLAGS.present | (verified ? FLAGS.verified : 0) | synced | more
    const tail = Buffer.alloc(5)
    tail.writeUInt8(flags)
    tail.writeUInt32BE(counter ?? key.counter, 1)
    return Buffer.concat([
      createHash('sha256')
        .update(lie ?? rpId)
        .digest(),
      tail,
    ])
  }
}

function credentialOf(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
}

/** A public key as COSE writes it: EC2, ES256, P-256, x and y. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return map([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  ])
}

// CBOR (RFC 8949), as much of it as this takes

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const map = (pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])
