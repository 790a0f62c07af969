import { Type, type Static } from 'typebox'
import { DocumentSide } from '#documents/contract.ts'
import { Day, Fields, FileReply, Id, IdParams, MessageReply, Nullable, Text, Time, type Contract } from '#kit/wire.ts'
import { countCall, ItemReply, ListQuery, page, pageCall } from '#lists/contract.ts'
import { KycState, Person } from '#users/contract.ts'
import { CHECK_HOLDS, type CheckHold } from './hold-rules.ts'

const DocumentKind = Type.Union([
  Type.Literal('passport'),
  Type.Literal('identity card'),
  Type.Literal('driving licence'),
  Type.Literal('residence permit'),
])
export type DocumentKind = Static<typeof DocumentKind>

/** Why a check is rejected; each has a sentence for the investor (`REASONS`). */
const ReasonCode = Type.Union([
  Type.Literal('unreadable'),
  Type.Literal('document expired'),
  Type.Literal('document not accepted'),
  Type.Literal('details differ'),
  Type.Literal('face differs'),
  Type.Literal('word missing'),
  Type.Literal('not genuine'),
  Type.Literal('other'),
])
export type ReasonCode = Static<typeof ReasonCode>

/** What the reviewer should look at twice. None of these decides anything. */
const Flag = Type.Union([
  Type.Literal('name differs'),
  Type.Literal('birth date differs'),
  Type.Literal('same document number'),
  Type.Literal('same file'),
])
export type Flag = Static<typeof Flag>

/** What a reviewer has looked at. */
const ReviewChecklist = Fields({
  name_matches: Type.Boolean(),
  document_genuine: Type.Boolean(),
  face_matches: Type.Boolean(),
  word_matches: Type.Boolean(),
})
export type ReviewChecklist = Static<typeof ReviewChecklist>

/** The steps of a check: what has to be there before it is submitted. */
const CheckStep = Type.Union([Type.Literal('person'), Type.Literal('address'), Type.Literal('document'), DocumentSide])
export type CheckStep = Static<typeof CheckStep>

/** What of the own check is there; never what it says, nor the pictures. */
const Draft = Type.Object({
  /** done, in their order */
  done: Type.Array(CheckStep),
  /** still to do, in their order */
  missing: Type.Array(CheckStep),
  /** null until the document is chosen */
  document: Nullable(DocumentKind),
  /** to be held up in the picture of the person; null until it is asked for, and when its day is over */
  word: Nullable(Type.String()),
})

const Kyc = Type.Object({
  state: KycState,
  reason: Type.Union([Type.String(), Type.Null()]),
  /** of the last rejection, where a code was given */
  reason_code: Nullable(ReasonCode),
  submitted_at: Type.Union([Time, Type.Null()]),
  /** what an approved check is needed for */
  needed_for: Type.Union([Type.Literal('invest'), Type.Literal('withdraw'), Type.Literal('off')]),
  /** whether steps can be saved and a check submitted now */
  may_submit: Type.Boolean(),
  /** until when the approved document is good; null if it says nothing */
  expires_on: Nullable(Day),
  /** of an approved check whose document expires soon or has: asked for, submitted again, or the new one rejected */
  renewal: Nullable(Type.Union([Type.Literal('due'), Type.Literal('submitted'), Type.Literal('rejected')])),
  /** null where nothing is begun */
  draft: Nullable(Draft),
})

export const CHECK_STATES = ['submitted', 'approved', 'rejected'] as const

/** An identity check as administrators see it. */
export const IdentityCheck = Type.Object({
  id: Id,
  state: Type.Union([Type.Literal('submitted'), Type.Literal('approved'), Type.Literal('rejected')]),
  /** why it was rejected; the user reads it */
  reason: Nullable(Type.String()),
  reason_code: Nullable(ReasonCode),
  submitted_at: Time,
  decided_at: Nullable(Time),
  /** matches with lists of sanctions and exposed persons that nobody has cleared */
  matches: Type.Object({ open: Type.Integer(), confirmed: Type.Integer() }),
  /** why it can't be approved now; null where it can, and once it is decided */
  held: Nullable(Type.Unsafe<CheckHold>(Type.Union(Object.keys(CHECK_HOLDS).map((hold) => Type.Literal(hold))))),
  user: Type.Object({ ...Person.properties, phone: Type.String(), country: Type.String(), created_at: Time }),
  /** empty for those who may only see the state */
  flags: Type.Array(Flag),
})
export type IdentityCheck = Static<typeof IdentityCheck>

/** What the person says of themselves and of their document. */
const FullClaim = Type.Object({
  legal_name: Type.String(),
  birth_date: Day,
  nationality: Type.String(),
  address: Type.Object({
    ...{ street: Type.String(), city: Type.String(), postal_code: Type.String() },
    country: Type.String(),
  }),
  document: Type.Object({
    kind: DocumentKind,
    ...{ country: Type.String(), number: Type.String() },
    expires_on: Day,
    /** as the machine-readable zone has them; null where none was typed */
    zone: Nullable(Type.Object({ name: Type.String(), birth_date: Nullable(Type.String()) })),
  }),
  /** that the person was given to hold up in their picture */
  word: Type.String(),
})
export type FullClaim = Static<typeof FullClaim>

/** One identity check with what it goes by, for those who may see that. */
export const CheckInFull = Type.Object({
  ...IdentityCheck.properties,
  /** null for those who may not see it, where it was erased, and for checks from before there were documents */
  claim: Nullable(FullClaim),
  /** the pictures that are kept */
  documents: Type.Array(DocumentSide),
  checklist: Nullable(ReviewChecklist),
  /** who else has the same document number or sent the very same file */
  same: Type.Array(Type.Object({ what: Type.Union([Type.Literal('document number'), DocumentSide]), user: Person })),
})
export type CheckInFull = Static<typeof CheckInFull>

/** Without amounts; `status` is a state of the check, and `q` is looked for in phone numbers too. */
const ChecksQuery = Fields({
  ...Type.Pick(ListQuery, ['q', 'status', 'from', 'to', 'user']).properties,
  sort: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
})

const own = {
  'GET /api/kyc': { who: 'investor', summary: 'Where the identity check stands, and which steps are done', reply: Kyc },
  'POST /api/kyc-details': {
    who: 'investor',
    summary:
      'Save one or several steps of the identity check: person (legal_name, birth_date, nationality), address (street, city, postal_code, country), document (document, document_country, and mrz or document_number with expires_on)',
    bothHalves: true,
    body: Fields({
      legal_name: Type.Optional(Text(150)),
      birth_date: Type.Optional(Day),
      nationality: Type.Optional(Text(60)),
      street: Type.Optional(Text(200)),
      city: Type.Optional(Text(100)),
      postal_code: Type.Optional(Text(20)),
      country: Type.Optional(Text(60)),
      document: Type.Optional(DocumentKind),
      document_country: Type.Optional(Text(60)),
      /** the two or three lines of the machine-readable zone: a passport has them, a card may, and then the next two go by them */
      mrz: Type.Optional(Text(200, 0)),
      document_number: Type.Optional(Text(40)),
      expires_on: Type.Optional(Day),
    }),
    reply: MessageReply,
  },
  'POST /api/kyc-word': {
    who: 'investor',
    summary: 'Begin the picture of the person: the word to hold up in it, the same for a day',
    reply: Type.Object({ word: Type.String() }),
  },
  'POST /api/kyc-document/:side': {
    who: 'investor',
    summary: 'Send a picture (jpeg, png, webp, in the field image): of a side of the document, or of the person',
    bothHalves: true,
    raw: 'multipart',
    params: Fields({ side: DocumentSide }),
    reply: MessageReply,
  },
  'POST /api/kyc': {
    who: 'investor',
    summary: 'Submit the identity check; 422 names the steps that are missing',
    bothHalves: true,
    stepUp: true,
    body: Fields({}),
    reply: MessageReply,
  },
} as const satisfies Contract

export const kycContract = {
  ...own,
  'POST /api/kyc-event/:provider': {
    who: 'anyone',
    summary: 'What an outside provider of identity checks tells, signed by it over the body as it is',
    raw: 'bytes',
    params: Fields({ provider: Text(60) }),
    reply: MessageReply,
  },
  'GET /api/admin-kyc': {
    who: 'administrator',
    takesLong: true,
    summary: 'Identity checks that wait, newest first',
    reply: Type.Object({
      status: Type.Literal('success'),
      checks: Type.Array(
        Type.Object({
          id: Id,
          state: KycState,
          reason: Type.Union([Type.String(), Type.Null()]),
          submitted_at: Time,
          user: Person,
        }),
      ),
    }),
  },
  'GET /api/admin/checks': pageCall(
    'Identity checks in pages, newest first unless asked otherwise',
    IdentityCheck,
    Fields({ ...ChecksQuery.properties, ...page }),
  ),
  'GET /api/admin/checks/count': countCall('How many identity checks a list has in all', ChecksQuery),
  'GET /api/admin/checks/:id': {
    who: 'administrator',
    summary: 'One identity check; owners and reviewers see what it goes by, and that they did is logged',
    params: IdParams,
    reply: ItemReply(CheckInFull),
  },
  'GET /api/admin/check-document/:id/:kind': {
    who: 'reviewer',
    summary: 'A picture of an identity check, marked with who looks at it and when; every view is logged',
    bothHalves: true,
    raw: 'file',
    params: Fields({ id: Id, kind: DocumentSide }),
    reply: FileReply('image/webp'),
  },
  'POST /api/approve-kyc/:id': {
    who: 'reviewer',
    summary: 'Approve an identity check; id is the check or its user',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: Fields({ checklist: Type.Optional(ReviewChecklist) }),
    reply: MessageReply,
  },
  'POST /api/decline-kyc/:id': {
    who: 'reviewer',
    summary: 'Reject an identity check, with a reason in words, or a code and a note; id is the check or its user',
    bothHalves: true,
    stepUp: true,
    params: IdParams,
    body: Fields({
      reason: Type.Optional(Text(500)),
      code: Type.Optional(ReasonCode),
      note: Type.Optional(Text(400)),
      checklist: Type.Optional(ReviewChecklist),
    }),
    reply: MessageReply,
  },
} as const satisfies Contract
