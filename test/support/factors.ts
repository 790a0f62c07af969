/** Second factors as people add and use them over HTTP. */
import { generateSync } from 'otplib'
import type { Factor } from '#factors/contract.ts'
import type { SoftAuthenticator } from './soft-authenticator.ts'
import type { Answer, Visitor } from './visitor.ts'

/** What an authenticator app shows at a time. */
export function codeOf(secret: string, at: Date): string {
  return generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) })
}

/** Adds an authenticator app; with the password where it is the first factor. Answers its secret. */
export async function addApp(
  who: Visitor,
  at: Date,
  { name = 'Phone', password }: { name?: string; password?: string } = {},
): Promise<{ secret: string; factor: Factor }> {
  const { secret } = await who.must('/api/begin-authenticator', password === undefined ? {} : { password })
  const { factor } = await who.must('/api/add-authenticator', { name, code: codeOf(secret, at) })
  return { secret, factor }
}

/** Adds a passkey; with the password where it is the first factor. */
export async function addPasskey(
  who: Visitor,
  device: SoftAuthenticator,
  { name = 'Laptop', password }: { name?: string; password?: string } = {},
): Promise<Factor> {
  const { options } = await who.must('/api/begin-passkey', password === undefined ? {} : { password })
  return (await who.must('/api/add-passkey', { name, passkey: device.create(options) })).factor
}

/** Signs in by a passkey, without a password. */
export async function signInByPasskey(who: Visitor, device: SoftAuthenticator): Promise<Answer> {
  await who.get('/sanctum/csrf-cookie')
  const { options } = await who.must('/api/begin-passkey-login')
  const answer = await who.post('/api/passkey-login', { passkey: device.get(options) })
  who.keepSession(answer)
  return answer
}

/** Confirms by a passkey that it is them. */
export async function stepUpByPasskey(who: Visitor, device: SoftAuthenticator): Promise<Answer> {
  const { options } = await who.must('/api/begin-step-up')
  return who.post('/api/step-up', { passkey: device.get(options) })
}
