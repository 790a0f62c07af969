import type { Administrator, Investor } from './actor.ts'
import type { Tx } from './database.ts'
import type { OwnSql } from './own-sql.ts'
import type { BodyOf, Call, Contract, ParamsOf, QueryOf, ReplyOf, Who } from './wire.ts'

/** What the gate hands to a route, by who may make the call. */
export type ActorOf<C extends Call> = ActorFor<C['who']>
type ActorFor<W extends Who> = W extends 'anyone'
  ? undefined
  : W extends 'registrant'
    ? { readonly registrationId: string }
    : W extends 'investor'
      ? Investor
      : Administrator

/** Facts of the request that are not part of the wire's body. */
export type RequestFacts = {
  readonly address: string
  readonly userAgent: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly bearer: string | undefined
}

/** Cookies that the reply sets or clears (value null). */
export type SetCookie = {
  name: string
  value: string | null
  httpOnly: boolean
  maxAgeSeconds?: number
}

/** Everything a route has to work with. */
export type CallContext<C extends Call> = {
  readonly actor: ActorOf<C>
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C>
  readonly request: RequestFacts
  /** what was read at the gate, for a route that asks for that (`atGate`) */
  readonly fetched?: unknown
  /** One transaction that only reads: one consistent view of the database. */
  read<T>(verb: (tx: Tx) => Promise<T>): Promise<T>
  /** The same for a call that is made often, in statements of few texts: they are planned once for each connection. */
  readOften<T>(verb: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * One transaction, retried whole on a lost connection or a serialisation failure. With an
   * Idempotency-Key, what it answers (reply or refusal) is kept and answered again.
   */
  write(verb: (tx: Tx) => Promise<ReplyOf<C>>): Promise<ReplyOf<C>>
  /**
   * For a call that has a password or a code proved before it writes: what is kept under the request's key is answered
   * instead, since what proved it the first time may be wrong or used up once it is done.
   */
  orAnswered(work: () => Promise<ReplyOf<C>>): Promise<ReplyOf<C>>
  /** The same as `write` without a key, for what answers a secret, which is not kept. Sent again it is done again. */
  writeUnkept(verb: (tx: Tx) => Promise<ReplyOf<C>>): Promise<ReplyOf<C>>
  setCookie(cookie: SetCookie): void
  /**
   * The one file of a multipart request, or undefined if none came. Refuses what is over 10 MB or takes longer than a
   * minute to come in. To be read before `write`, so that an Idempotency-Key stands for this file.
   */
  upload(): Promise<Upload | undefined>
  /** The files of a multipart request, where a call takes others than a picture; none if none came. */
  uploads(taken: TakenFiles): Promise<Upload[]>
  /** The request of a call with `raw: 'bytes'` as it came. */
  sent(): Sent
}

/** A body as it came, with its headers in lower case, for whoever checks a signature over it. */
export type Sent = {
  readonly bytes: Uint8Array
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A file that somebody sent. Nothing in it is to be believed, its name and type least of all. */
export type Upload = { readonly field: string; readonly bytes: Uint8Array }

/** A route with what it reads of whoever asks: that goes out together with the question who that is, in one round trip. */
export type ReadAtGate = { readonly own: OwnSql<unknown> }

/** A call that one statement answers. What has come is handed on only where the gate lets its actor through. */
export function atGate<Json, Reply>(
  own: OwnSql<Json>,
  answer: (fetched: Json) => Reply,
): ReadAtGate & ((context: { readonly fetched?: unknown }) => Promise<Reply>) {
  return Object.assign(async ({ fetched }: { readonly fetched?: unknown }) => answer(fetched as Json), { own })
}

/** What files a call takes, together of so many bytes, and what is said of those that it does not take. */
export type TakenFiles = {
  readonly field: string
  readonly files: number
  readonly bytes: number
  /** milliseconds in which all of them have to have come in */
  readonly patience: number
  readonly tooLarge: string
  readonly tooSlow: string
  readonly unreadable: string
}

/** A slice's routes: one function for every key of its contract, or it does not compile. */
export type Routes<C extends Contract> = {
  readonly [Key in keyof C as C[Key] extends { raw: 'event-stream' } ? never : Key]: (
    context: CallContext<C[Key]>,
  ) => Promise<ReplyOf<C[Key]>>
}
