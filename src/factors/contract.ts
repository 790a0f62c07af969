import { Type, type Static } from 'typebox'
import { FactorKindSchema, SessionReply } from '#identity/contract.ts'
import { Fields, Id, IdParams, MessageReply, Nullable, Text, Time, type Contract } from '#kit/wire.ts'
import { Person } from '#users/contract.ts'
import { LONGEST_HELP_NOTE } from './rules.ts'

/** Bytes as browsers write them in WebAuthn's JSON: base64url, without padding. */
const Bytes = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]*$' })
const CredentialId = Bytes(1400)
const Transports = Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })
const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.Union([Type.Literal('platform'), Type.Literal('cross-platform')])),
  /** what extensions say; nothing here goes by it */
  clientExtensionResults: Type.Object({}),
}

/** What `startRegistration` of a browser answers: a new passkey. */
const NewPasskey = Fields({
  ...credential,
  response: Fields({
    clientDataJSON: Bytes(4000),
    attestationObject: Bytes(20_000),
    authenticatorData: Type.Optional(Bytes(8000)),
    transports: Type.Optional(Transports),
    publicKeyAlgorithm: Type.Optional(Type.Integer()),
    publicKey: Type.Optional(Bytes(4000)),
  }),
})
export type NewPasskey = Static<typeof NewPasskey>

/** What `startAuthentication` of a browser answers: the signature of a passkey. */
const PasskeyAnswer = Fields({
  ...credential,
  response: Fields({
    clientDataJSON: Bytes(4000),
    authenticatorData: Bytes(8000),
    signature: Bytes(2000),
    userHandle: Type.Optional(Bytes(100)),
  }),
})
export type PasskeyAnswer = Static<typeof PasskeyAnswer>

const Challenge = { challenge: Type.String(), timeout: Type.Integer() }
const Descriptor = Type.Object({ id: CredentialId, type: Type.Literal('public-key'), transports: Transports })

/** What `startRegistration` takes as `optionsJSON`. */
export const CreationOptions = Type.Object({
  ...Challenge,
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
  excludeCredentials: Type.Array(Descriptor),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
})

/** What `startAuthentication` takes as `optionsJSON`. Without `allowCredentials` any passkey of this site can answer. */
export const RequestOptions = Type.Object({
  ...Challenge,
  rpId: Type.String(),
  allowCredentials: Type.Array(Descriptor),
  userVerification: Type.Literal('required'),
})

/** One of these: the code of an authenticator app, a recovery code, or a passkey's answer. */
const proof = {
  code: Type.Optional(Type.String({ maxLength: 20 })),
  recovery_code: Type.Optional(Type.String({ maxLength: 40 })),
  passkey: Type.Optional(PasskeyAnswer),
}
/** Asked for with the first factor; whoever has one proves that instead. */
const password = { password: Type.Optional(Type.String({ maxLength: 200 })) }
const name = { name: Text(60) }
/** Of the account whose password was typed in this window: 401 where the browser has begun another sign-in since. */
const typedEmail = { email: Type.Optional(Type.String({ maxLength: 254 })) }

export const Factor = Type.Object({
  id: Id,
  kind: Type.Union([Type.Literal('passkey'), Type.Literal('authenticator')]),
  name: Type.String(),
  created_at: Time,
  last_used_at: Nullable(Time),
  /** of a passkey that is on the owner's other devices as well */
  synced: Type.Boolean(),
})
export type Factor = Static<typeof Factor>

/** Somebody who knows their password and has lost their second factors, and whom an administrator may help. */
export const FactorHelp = Type.Object({
  id: Id,
  /** open, or waiting for its 72 hours to pass */
  state: Type.Union([Type.Literal('open'), Type.Literal('waiting')]),
  user: Person,
  /** how they can be reached */
  note: Nullable(Type.String()),
  asked_at: Time,
  /**
   * when, in the 30 days before, another request was ended by a second factor or the link of a text message: this one is
   * not, because a thief may have both; null where none was
   */
  ended_before: Nullable(Time),
  /** whoever asks for the list has looked at every picture of the approved identity check since then; null where none is kept */
  looked: Nullable(Type.Boolean()),
  /** that check; null where no picture of it is kept */
  check_id: Nullable(Id),
  /** why whoever asks for the list cannot begin the wait now, and what to do; null where they can */
  why_not: Nullable(Type.String()),
  started_by: Nullable(Type.String()),
  /** whether a message about the wait was delivered, may yet be, or never will be; null before the wait */
  told: Nullable(Type.Union([Type.Literal('delivered'), Type.Literal('may yet'), Type.Literal('never')])),
  /**
   * when their second factors are removed; of a message that may yet be delivered not before, and 72 hours after it; where
   * none ever is, when the request ends
   */
  ends_at: Nullable(Time),
})
export type FactorHelp = Static<typeof FactorHelp>

const reason = { reason: Text(500) }
const Added = Type.Object({ message: Type.String(), factor: Factor })
const ofFactors = { who: 'investor', bothHalves: true, stepUp: true } as const

export const factorsContract = {
  'GET /api/factors': {
    who: 'investor',
    summary: 'Your second factors, and how many recovery codes are left',
    beforeFactor: true,
    reply: Type.Object({
      factors: Type.Array(Factor),
      recovery_codes: Type.Integer(),
      /** this house has you use a second factor */
      required: Type.Boolean(),
      /** until when this session needs no further proof; null if it needs one */
      stepped_up_until: Nullable(Time),
    }),
  },
  'POST /api/begin-passkey': {
    ...ofFactors,
    beforeFactor: true,
    summary: 'What a browser needs to make a passkey; the first factor takes your password',
    body: Fields(password),
    reply: Type.Object({ options: CreationOptions }),
  },
  'POST /api/add-passkey': {
    ...ofFactors,
    beforeFactor: true,
    summary: 'Add the passkey that the browser has made; ends your other sessions',
    body: Fields({ ...name, passkey: NewPasskey }),
    reply: Added,
  },
  'POST /api/begin-authenticator': {
    ...ofFactors,
    beforeFactor: true,
    summary: 'The secret for an authenticator app, shown once; the first factor takes your password',
    body: Fields(password),
    reply: Type.Object({
      /** base32 */
      secret: Type.String(),
      /** otpauth://, for a QR code */
      address: Type.String(),
    }),
  },
  'POST /api/add-authenticator': {
    ...ofFactors,
    beforeFactor: true,
    summary: 'Add the authenticator app by a code that it shows; ends your other sessions',
    body: Fields({ ...name, code: Type.String({ maxLength: 20 }) }),
    reply: Added,
  },
  'POST /api/make-recovery-codes': {
    ...ofFactors,
    summary: 'Ten new recovery codes, shown once; the old ones no longer work',
    reply: Type.Object({ message: Type.String(), codes: Type.Array(Type.String()) }),
  },
  'POST /api/rename-factor/:id': {
    ...ofFactors,
    summary: 'Give a second factor another name',
    params: IdParams,
    body: Fields(name),
    reply: MessageReply,
  },
  'POST /api/remove-factor/:id': {
    ...ofFactors,
    summary: 'Remove a second factor; the last one stays where you have to have one. Ends your other sessions',
    params: IdParams,
    reply: MessageReply,
  },
  'POST /api/begin-step-up': {
    who: 'investor',
    bothHalves: true,
    summary: 'What can confirm that it is you, and what a browser needs to ask a passkey; null if you have none',
    reply: Type.Object({ step_up: Type.Array(FactorKindSchema), options: Nullable(RequestOptions) }),
  },
  'POST /api/step-up': {
    who: 'investor',
    bothHalves: true,
    summary: 'Confirm that it is you, by one of your second factors; good for five minutes in this session',
    body: Fields(proof),
    reply: Type.Object({ message: Type.String(), stepped_up_until: Time }),
  },
  'POST /api/begin-passkey-login': {
    who: 'anyone',
    summary: 'What a browser needs to sign in by a passkey; the same for everybody',
    reply: Type.Object({ options: RequestOptions }),
  },
  'POST /api/passkey-login': {
    who: 'anyone',
    summary: 'Sign in by a passkey, without a password',
    body: Fields({ passkey: PasskeyAnswer }),
    reply: SessionReply,
  },
  'POST /api/login-factor': {
    who: 'anyone',
    summary: 'Complete a sign-in that awaits a second factor',
    body: Fields({ ...proof, ...typedEmail }),
    reply: SessionReply,
  },
  'POST /api/ask-factor-help': {
    who: 'anyone',
    summary: 'Ask for help with lost second factors, within five minutes of the right password; the owner is mailed',
    /** how one can be reached; empty for nothing */
    body: Fields({ note: Text(LONGEST_HELP_NOTE, 0), ...typedEmail }),
    reply: MessageReply,
  },
  'POST /api/stop-factor-help': {
    who: 'anyone',
    summary: 'Stop a request for help with lost second factors by the link of its mail, before the wait or during it',
    body: Fields({ token: Text(200) }),
    reply: MessageReply,
  },
  'POST /api/check-stop-link': {
    who: 'anyone',
    summary:
      'Whether the link of a mail about a request for help still stops it; else whether it was stopped, and why not',
    body: Fields({ token: Text(200) }),
    reply: Type.Object({
      status: Type.Literal('success'),
      /** null while it does */
      over: Nullable(Type.Object({ stopped: Type.Boolean(), message: Type.String() })),
    }),
  },
  'GET /api/admin/factor-help': {
    who: 'administrator',
    summary: 'Who has asked for help with lost second factors and is not helped yet, the first first; at most 100',
    query: Fields({ user: Type.Optional(Id) }),
    reply: Type.Object({ status: Type.Literal('success'), items: Type.Array(FactorHelp) }),
  },
  'POST /api/start-factor-wait/:id': {
    who: 'reviewer',
    summary: 'Begin the 72 hours after which all second factors are removed; who has looked at the documents alone',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: Fields(reason),
    reply: MessageReply,
  },
  'POST /api/refuse-factor-help/:id': {
    who: 'reviewer',
    summary: 'Refuse help with lost second factors, before the wait or during it, with the reason that is mailed',
    bothHalves: true,
    params: IdParams,
    body: Fields(reason),
    reply: MessageReply,
  },
} as const satisfies Contract
