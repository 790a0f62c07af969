import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { Static } from 'typebox'
import type { CreationOptions, NewPasskey, PasskeyAnswer, RequestOptions } from '#factors/contract.ts'
import * as text from '#texts/factors.ts'
import { CallError } from '#ui/client.ts'

/** Has the browser answer with one of the person's passkeys. Throws in words where there is none, or they would not. */
export async function answerByPasskey(
  options: Static<typeof RequestOptions>,
  { fromField = false } = {},
): Promise<PasskeyAnswer> {
  const { startAuthentication, browserSupportsWebAuthn } = await import('@simplewebauthn/browser')
  if (!browserSupportsWebAuthn()) throw new CallError(0, text.passkeyMissing)
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return startAuthentication({ optionsJSON, useBrowserAutofill: fromField }).then(
    (answer): PasskeyAnswer => answer,
    refused,
  )
}

/** Has the browser make a passkey. Throws in words where the person would not. */
export async function makePasskey(options: Static<typeof CreationOptions>): Promise<NewPasskey> {
  const { startRegistration, browserSupportsWebAuthn } = await import('@simplewebauthn/browser')
  if (!browserSupportsWebAuthn()) throw new CallError(0, text.passkeyMissing)
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  return startRegistration({ optionsJSON }).then((made): NewPasskey => made, refused)
}

/** Browsers say the same of who cancels and of who has none, so that no page learns which. */
function refused(): never {
  throw new CallError(0, text.noPasskey)
}
