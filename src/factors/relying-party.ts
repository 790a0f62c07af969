import { isIP } from 'node:net'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Static } from 'typebox'
import { newToken } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import type { CreationOptions, NewPasskey, PasskeyAnswer, RequestOptions } from './contract.ts'
import { CHALLENGE_LASTS } from './challenge.ts'
import type { PasskeyRow } from './store.ts'

/** Who passkeys are made for: the host and the one origin of APP_URL. */
export type RelyingParty = { readonly id: string; readonly origin: string }

const CHALLENGE_BYTES = 32
/** EdDSA, ES256, RS256 (COSE's numbers): what authenticators know, the best first. */
const ALGORITHMS = [-8, -7, -257]

export function relyingPartyOf(appUrl: string): RelyingParty {
  const { hostname, origin } = new URL(appUrl)
  return { id: hostname, origin }
}

/** 409 where browsers make no passkeys: they take names, and no addresses of machines. */
function refuseNumbers({ id }: RelyingParty): void {
  if (isIP(id.replace(/^\[|\]$/g, '')) === 0) return
  refuse('wrong state', `Passkeys need a name, and this site is at ${id}. Use an authenticator app.`)
}

/** What a new passkey is made by. */
export function creationOptions(
  party: RelyingParty,
  of: { name: string; email: string; operator: string; userHandle: string; passkeys: readonly PasskeyRow[] },
): Static<typeof CreationOptions> {
  refuseNumbers(party)
  return {
    challenge: newToken(CHALLENGE_BYTES),
    timeout: CHALLENGE_LASTS,
    rp: { id: party.id, name: of.operator },
    user: { id: of.userHandle, name: of.email, displayName: of.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: of.passkeys.map(descriptorOf),
    // It signs in on its own: the device has to know whose it is, and who holds it.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/** What a passkey is asked by; without passkeys any of this site may answer. */
export function requestOptions(
  party: RelyingParty,
  passkeys: readonly PasskeyRow[] = [],
): Static<typeof RequestOptions> {
  refuseNumbers(party)
  return {
    challenge: newToken(CHALLENGE_BYTES),
    timeout: CHALLENGE_LASTS,
    rpId: party.id,
    allowCredentials: passkeys.map(descriptorOf),
    userVerification: 'required',
  }
}

function descriptorOf({ credential_id, transports }: PasskeyRow) {
  return { id: credential_id, type: 'public-key' as const, transports }
}

/** What of a new passkey is kept; undefined if it does not answer the challenge, for this site, by a person it has verified. */
export async function readNewPasskey(
  party: RelyingParty,
  challenge: string,
  passkey: NewPasskey,
): Promise<
  | Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'backup_eligible' | 'backed_up'>
  | undefined
> {
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response: passkey,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(noProof)
  if (made === undefined) return undefined
  return {
    credential_id: made.credential.id,
    public_key: made.credential.publicKey,
    counter: BigInt(made.credential.counter),
    transports: passkey.response.transports ?? [],
    backup_eligible: made.credentialDeviceType === 'multiDevice',
    backed_up: made.credentialBackedUp,
  }
}

/** What has changed of a passkey by its answer; undefined if that is none to this challenge, for this site, by a verified person. */
export async function readAnswer(
  party: RelyingParty,
  challenge: string,
  { passkey, answer }: { passkey: PasskeyRow; answer: PasskeyAnswer },
): Promise<Pick<PasskeyRow, 'counter' | 'backed_up'> | undefined> {
  const { userHandle } = answer.response
  if (userHandle !== undefined && userHandle !== passkey.user_handle) return undefined
  const { verified, authenticationInfo: used } = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
  }).catch(noProof)
  if (!verified || used === undefined) return undefined
  return { counter: BigInt(used.newCounter), backed_up: passkey.backup_eligible && used.credentialBackedUp }
}

/** The library throws whatever is wrong with what came; all of that is somebody's input. */
function noProof(): { verified: false; registrationInfo?: undefined; authenticationInfo?: undefined } {
  return { verified: false }
}
