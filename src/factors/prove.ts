import type { FactorKind } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { keyed } from '#kit/pepper.ts'
import { Refusal, refuse, refuseField } from '#kit/refusal.ts'
import type { PasskeyAnswer } from './contract.ts'
import { readAnswer, type RelyingParty } from './relying-party.ts'
import { readCode, readRecoveryCode } from './rules.ts'
import { unsealSecret } from './secret.ts'
import { changeAuthenticator, changePasskey, lockAuthenticators, lockPasskey, takeRecoveryCode } from './store.ts'
import { stepOf } from './totp.ts'

/** What somebody shows to prove who they are. Codes are as they are compared. */
export type ShownProof =
  | { kind: 'authenticator' | 'recovery code'; code: string }
  | { kind: 'passkey'; answer: PasskeyAnswer }

/** A passkey's answer to this challenge is asked for. */
export type Question = { party: RelyingParty; challenge: string }

/** A code that was wrong, and of which there are so many tries. */
export class WrongCode extends Refusal {
  constructor(field: string, message: string) {
    super('bad input', message, { [field]: [message] })
  }
}

/** Reads what was sent: one proof, and a code that can be one. 422 for everything else, which counts as no try. */
export function readProof(body: { code?: string; recovery_code?: string; passkey?: PasskeyAnswer }): ShownProof {
  const { code, recovery_code, passkey } = body
  if ([code, recovery_code, passkey].filter((shown) => shown !== undefined).length !== 1) {
    refuse('bad input', 'Send one of code, recovery_code and passkey.')
  }
  if (passkey !== undefined) return { kind: 'passkey', answer: passkey }
  if (code !== undefined) {
    return { kind: 'authenticator', code: readCode(code) ?? refuseField('code', 'Enter the six digits of your app.') }
  }
  const plain = readRecoveryCode(recovery_code ?? '')
  return {
    kind: 'recovery code',
    code: plain ?? refuseField('recovery_code', 'A recovery code has five groups of five letters and digits.'),
  }
}

/**
 * Proves a user by one of their factors, and uses up what is good once: the code's step of time, the recovery code, the
 * passkey's count. The caller holds the user's lock. 422 where it proves nothing.
 */
export async function proveFactor(
  tx: Tx,
  clock: Clock,
  userId: string,
  proof: ShownProof,
  question: Question | undefined,
): Promise<FactorKind> {
  if (proof.kind === 'passkey') {
    const proved = question !== undefined && (await proveByPasskey(tx, clock, userId, proof.answer, question))
    if (!proved) refuse('bad input', 'This passkey could not be checked. Start again.')
  } else if (proof.kind === 'authenticator') await proveByApp(tx, clock, userId, proof.code)
  else await proveByRecoveryCode(tx, clock, userId, proof.code)
  return proof.kind
}

async function proveByApp(tx: Tx, clock: Clock, userId: string, code: string): Promise<void> {
  for (const app of await lockAuthenticators(tx, userId)) {
    const secret = unsealSecret(tx, app)
    const step = secret === undefined ? undefined : stepOf(secret, code, clock.now(), app.last_step)
    if (step === undefined) continue
    return changeAuthenticator(tx, app.id, { last_step: step, last_used_at: clock.now() })
  }
  throw new WrongCode('code', 'This code is incorrect or was used before. Enter the next one that your app shows.')
}

async function proveByRecoveryCode(tx: Tx, clock: Clock, userId: string, code: string): Promise<void> {
  if (await takeRecoveryCode(tx, userId, hashRecoveryCode(tx, userId, code), clock.now())) return
  throw new WrongCode('recovery_code', 'This recovery code is incorrect or was used before.')
}

/** What the database keeps of a recovery code, as it is compared. */
export function hashRecoveryCode(tx: Tx, userId: string, code: string): string {
  return keyed(tx, 'code', `recovery/${userId}/${code}`)
}

/** False where the answer is none of this user's passkeys to this question. */
export async function proveByPasskey(
  tx: Tx,
  clock: Clock,
  userId: string,
  answer: PasskeyAnswer,
  { party, challenge }: Question,
): Promise<boolean> {
  const passkey = await lockPasskey(tx, answer.id)
  if (passkey === undefined || passkey.user_id !== userId) return false
  const changed = await readAnswer(party, challenge, { passkey, answer })
  if (changed === undefined) return false
  await changePasskey(tx, passkey.id, { ...changed, last_used_at: clock.now() })
  return true
}
