/** What a verifier takes of the platform, the same in Node and in a browser: SHA-256, Ed25519, UTF-8 and base64. */

type Subtle = {
  digest(algorithm: 'SHA-256', bytes: Uint8Array): Promise<ArrayBuffer>
  importKey(
    format: 'raw',
    key: Uint8Array,
    algorithm: 'Ed25519' | { name: 'HMAC'; hash: 'SHA-256' },
    extractable: false,
    uses: ['verify'] | ['sign'],
  ): Promise<object>
  sign(algorithm: 'HMAC', key: object, bytes: Uint8Array): Promise<ArrayBuffer>
  verify(algorithm: 'Ed25519', key: object, signature: Uint8Array, signed: Uint8Array): Promise<boolean>
}
declare const crypto: { subtle: Subtle }
declare const TextEncoder: new () => { encode(text: string): Uint8Array }
declare const atob: (text: string) => string
declare const btoa: (bytes: string) => string

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Of all parts behind one another. */
export async function digest(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)))
}

/** HMAC-SHA-256 (RFC 2104). */
export async function keyedDigest(key: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes))
}

/** Whether this key has signed these bytes (RFC 8032). Throws where the browser knows no Ed25519: then nothing was checked. */
export async function isSignedBy(publicKey: Uint8Array, signature: Uint8Array, bytes: Uint8Array): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
  return await crypto.subtle.verify('Ed25519', key, signature, bytes)
}

/** All parts behind one another. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** Undefined where the text is not base64 as RFC 4648 writes it, with its padding and nothing else. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : undefined
}
