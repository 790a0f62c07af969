import { generateSecret, generateURI, verifySync } from 'otplib'

const STEP_SECONDS = 30

/** A new secret for an authenticator app: 160 random bits, in base 32. */
export function newAppSecret(): string {
  return generateSecret({ length: 20 })
}

/** What the QR code holds by which an app takes a secret. */
export function secretAddress(of: { issuer: string; label: string; secret: string }): string {
  return generateURI(of)
}

/**
 * The step of time that a code is of (RFC 6238: SHA-1, six digits, 30 seconds), or undefined if it is wrong now or of no
 * step after `after`. A clock that is half a minute off does not matter. `code` has six digits: the library throws at others.
 */
export function stepOf(secret: string, code: string, at: Date, after: bigint): bigint | undefined {
  const seconds = Math.floor(at.getTime() / 1000)
  const result = verifySync({ secret, token: code, epoch: seconds, epochTolerance: STEP_SECONDS })
  if (!result.valid) return undefined
  const step = BigInt(Math.floor(seconds / STEP_SECONDS) + result.delta)
  return step > after ? step : undefined
}
