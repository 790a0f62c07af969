import { Type, type Static, type TObject, type TSchema } from 'typebox'

/** Words that every slice's contract uses. Contracts are the wire, written once, for both sides. */

/** One record has one id, in the one form that the server writes: so two that differ as text are two records. */
export const Id = Type.String({
  format: 'uuid',
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  description: 'UUID, in lower case',
})
export const Time = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' })
export const DAY_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
/** A day of the calendar, as ISO 8601 writes it; whether there is such a day is for its reader to say. */
export const Day = Type.String({ pattern: DAY_PATTERN, description: 'A day, such as 1990-12-31' })
/** Decimal string, two to six decimals, dollars. */
export const Amount = Type.String({ pattern: '^-?[0-9]+\\.[0-9]{2,6}$', description: 'Dollars, two to six decimals' })
/** What a request may carry as an amount; read by `parseAmount`. */
export const AmountInput = Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
  description: 'Dollars, at most two decimals: "19.99" or 19.99',
})
/** Decimal string, up to four decimals, percent. */
export const PercentText = Type.String({
  pattern: '^[0-9]+(\\.[0-9]{1,4})?$',
  description: 'Percent, up to four decimals',
})
export const PercentInput = Type.Union([Type.String({ maxLength: 20 }), Type.Number()], {
  description: 'Percent, at most four decimals: "0.4" or 0.4',
})
export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
export const Text = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength })
export const MessageReply = Type.Object({ message: Type.String() })
export const Version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
export const STATUSES = ['pending', 'waiting approval', 'approved', 'completed', 'declined'] as const
export const Status = Type.Union(
  STATUSES.map((status) => Type.Literal(status)) as [
    ReturnType<typeof Type.Literal<'pending'>>,
    ReturnType<typeof Type.Literal<'waiting approval'>>,
    ReturnType<typeof Type.Literal<'approved'>>,
    ReturnType<typeof Type.Literal<'completed'>>,
    ReturnType<typeof Type.Literal<'declined'>>,
  ],
)
export type Status = Static<typeof Status>

/** Who has done something to a record, as its owner may know it: no names. */
export const ByWhom = Type.Union([Type.Literal('investor'), Type.Literal('administrator'), Type.Literal('system')])
export type ByWhom = Static<typeof ByWhom>

/** A whole file to keep, as a route with `raw: 'file'` answers it; in pieces where it may be long. */
export type FileAnswer = {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array | AsyncIterable<string | Uint8Array>
}
/** The reply of a call that answers a file of this media type. */
export const FileReply = (contentMediaType: string) =>
  Type.Unsafe<FileAnswer>(Type.String({ format: 'binary', contentMediaType }))

/** Who may make a call. Nobody else: what is not named here is refused. */
export type Who =
  /** signed in or not */
  | 'anyone'
  /** someone between registering and having proved e-mail and phone */
  | 'registrant'
  /** a verified user, for themselves */
  | 'investor'
  /** any administrator: owner, reviewer, support */
  | 'administrator'
  /** administrators who may move money: owner, reviewer */
  | 'reviewer'
  /** owners only */
  | 'owner'

/** One call of the wire. Bodies and queries refuse unknown fields. */
export type Call = {
  readonly who: Who
  readonly summary: string
  /** Needs both halves of a session: it pays out, approves or changes what others rely on. */
  readonly bothHalves?: true
  /** Needs a fresh proof by a second factor from whoever has one. */
  readonly stepUp?: true
  /** Stays open to whoever has no second factor and has to add one. */
  readonly beforeFactor?: true
  /** Ends the session that it comes in, where the user that it names, if any, is the one who asks. */
  readonly endsSession?: true
  /** Moves money, or may: refused while the clock of the process is wrong. */
  readonly movesMoney?: true
  /** Takes long where there is a great deal, of one's own or of everybody's: a person is answered two of these at a time. */
  readonly takesLong?: true
  /** Not JSON in or out (upload, event stream); the route says what it is. */
  readonly raw?: 'multipart' | 'bytes' | 'event-stream' | 'image' | 'file'
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TObject
  readonly reply: TSchema
}

/** A slice's calls, keyed `'METHOD /path/:param'`. */
export type Contract = Readonly<Record<string, Call>>

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined
export type ParamsOf<C extends Call> = C extends { params: infer S } ? StaticOf<S> : undefined
export type QueryOf<C extends Call> = C extends { query: infer S } ? StaticOf<S> : undefined
export type BodyOf<C extends Call> = C extends { body: infer S } ? StaticOf<S> : undefined
export type ReplyOf<C extends Call> = StaticOf<C['reply']>

/** An object that refuses unknown fields. */
export function Fields<P extends Parameters<typeof Type.Object>[0]>(properties: P) {
  return Type.Object(properties, { additionalProperties: false })
}

export const IdParams = Fields({ id: Id })
