import {
  CompiledQuery,
  type DatabaseConnection,
  InsertQueryNode,
  type Kysely,
  type OperationNodeSource,
  PostgresDialect,
  type QueryResult,
  type RawBuilder,
  sql,
  Transaction,
} from 'kysely'
import type { DB } from './database-schema.ts'
import type { Tx } from './database.ts'
import { codeOf } from './error-code.ts'

/** Steps that whoever puts their statement off may take before it is sent; the next one waits for its answer else. */
const MOST_STEPS = 30

/** It went otherwise than it was sent for: all of it is rolled back, and done again step by step. See `transaction`. */
export class StepByStep extends Error {
  override readonly name = 'StepByStep'
}

/** A change that nobody needs an answer of, and what it is made with: the table whose rows it inserts or changes. */
type Write = { table: string; query: OperationNodeSource }
/** One that comes before it, whose rows it reads by this name. */
type Named = Write & { name: string }

const pipelines = new WeakMap<Tx, Pipeline>()

/**
 * What a transaction sends. Statements that are asked for at once (`atOnce`) go out in one flush, in the order in
 * which they were asked for; the server does them one after another, so that what stands behind a lock is read under it.
 * Changes that need no answer (`sendAlong`) are gathered and go out before the next statement, in one. What is done in the
 * end (`inTheEnd`) goes out behind them. COMMIT is sent by the caller, once `end` has read every answer.
 */
export class Pipeline {
  readonly #connection: DatabaseConnection
  readonly tx: Tx
  /** Each step awaits the answer to the one before, and savepoints are set. */
  readonly stepByStep: boolean
  #gathered = none()
  /** Fails with what a statement of gathered changes failed with; those behind it fail only because of it. */
  #written: Promise<unknown> = Promise.resolve()
  #unread: Promise<unknown> = Promise.resolve()
  #last: (() => Promise<unknown>)[] = []
  #sent = 0
  #isOver = false
  readonly leftOut = new Set<string>()

  constructor(db: Kysely<DB>, connection: DatabaseConnection, stepByStep: boolean) {
    this.#connection = connection
    this.stepByStep = stepByStep
    const line: DatabaseConnection = {
      executeQuery: (query) => this.#ask(query),
      streamQuery: (query, size) => connection.streamQuery(query, size),
    }
    // Kysely's own provider would hold back each statement until the one before is answered.
    const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(line) })
    this.tx = new Transaction<DB>({ ...UNUSED, executor })
    pipelines.set(this.tx, this)
  }

  /** Sends BEGIN, with the first statement or before it: see `transaction`. */
  async begin(withFirst: boolean): Promise<void> {
    const begun = this.#send(CompiledQuery.raw('begin'))
    this.#written = begun
    begun.catch(() => {})
    if (!withFirst) await begun
  }

  /** From now on nothing more is sent. */
  close(): void {
    this.#isOver = true
  }

  async #ask<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#refuseWhenOver()
    this.flush()
    const before = this.#written
    const answer = this.#send<R>(query)
    await before
    return answer
  }

  /** The connection is somebody else's by then. */
  #refuseWhenOver(): void {
    if (this.#isOver) throw new Error('this transaction is over')
  }

  #send<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#sent += 1
    const answer = this.#connection.executeQuery<R>(query)
    this.#unread = Promise.allSettled([this.#unread, answer])
    return answer
  }

  gather({ table, query }: Write, first?: Named): void {
    this.#refuseWhenOver()
    const kind = InsertQueryNode.is(query.toOperationNode()) ? 'inserts' : 'changes'
    // One statement changes no row twice, and does not see what it has inserted itself.
    const clashes = (of: string, how: string) => {
      const already = this.#gathered.ofTable.get(of)
      return already !== undefined && (already === 'changes' || how === 'changes')
    }
    if (clashes(table, kind) || (first !== undefined && clashes(first.table, 'changes'))) this.flush()
    const { ofTable, queries } = this.#gathered
    if (first !== undefined) {
      ofTable.set(first.table, 'changes')
      queries.push(first)
    }
    if (kind === 'changes' || !ofTable.has(table)) ofTable.set(table, kind)
    queries.push({ name: `w${queries.length}`, query })
  }

  /** Sends what was gathered, without waiting for it. */
  flush(): void {
    const { queries } = this.#gathered
    const last = queries.pop()
    if (last === undefined) return
    this.#gathered = none()
    const answer = this.#send(joined(queries, last.query).compile(this.tx))
    this.#written = Promise.all([this.#written, answer])
    this.#written.catch(() => {})
  }

  /** Forgets what was not sent, and why anything failed: what was is about to be rolled back. */
  forget(): void {
    this.#gathered = none()
    this.#last = []
    this.#written = Promise.resolve()
  }

  async inTheEnd(work: () => Promise<unknown>): Promise<void> {
    if (this.stepByStep) await work()
    else this.#last.push(work)
  }

  /** Does what was left for the end, and what that leaves, and waits for every answer. */
  async end(): Promise<void> {
    do {
      await this.#endOnce()
    } while (this.#last.length > 0 || this.#gathered.queries.length > 0)
    await this.#unread
  }

  async #endOnce(): Promise<void> {
    const begun: Promise<unknown>[] = []
    for (const work of this.#last.splice(0)) {
      const before = this.#sent
      let over = false
      const done = work().finally(() => {
        over = true
      })
      begun.push(done)
      done.catch(() => {})
      for (let steps = 0; steps < MOST_STEPS && this.#sent === before && !over; steps += 1) await Promise.resolve()
      if (this.#sent === before) await done
    }
    this.flush()
    await atOnce([this.#written, ...begun])
  }
}

function none() {
  return { ofTable: new Map<string, 'inserts' | 'changes'>(), queries: new Array<Pick<Named, 'name' | 'query'>>() }
}

/** Several changes in one statement: the last of them, with the others before it. */
function joined(queries: readonly Pick<Named, 'name' | 'query'>[], last: OperationNodeSource) {
  if (queries.length === 0) return sql`${last}`
  const named = queries.map(({ name, query }) => sql`${sql.id(name)} AS (${query})`)
  return sql`WITH ${sql.join(named)} ${last}`
}

/** Kysely wants these of a transaction that never begins another. */
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('there is no such pool')) })
const UNUSED = { config: { dialect }, dialect, driver: dialect.createDriver() }

/** COMMIT, once everything is answered; throws where the server answers that it has rolled back. */
export function commit(connection: DatabaseConnection): Promise<void> {
  return UNUSED.driver.commitTransaction(connection)
}

/** Undoes all; a connection on which that fails is used no more. */
export function rollBack(connection: DatabaseConnection): Promise<void> {
  return UNUSED.driver.rollbackTransaction(connection)
}

/**
 * A change that nobody needs an answer of, in the table that is named. It goes out with the others of its kind, in one
 * statement before whatever is asked next or before COMMIT, which then fails for it. So none whose refusal by the database
 * is caught: that one is awaited. `first` is another change, which answers rows that this one reads by its name.
 */
export async function sendAlong(tx: Tx, table: string, query: OperationNodeSource, first?: Named): Promise<void> {
  const pipeline = pipelines.get(tx)
  if (pipeline !== undefined) pipeline.gather({ table, query }, first)
  else await joined(first === undefined ? [] : [first], query).execute(tx)
}

/**
 * Leaves for the end of the transaction what comes last and shortest, as accounts that everybody moves, and is expected
 * to go well: it is sent when all else was, each piece of it one statement, and what follows from its answer behind it.
 * Where it is refused all the same, the transaction is done again step by step: then it is done at once, so the caller
 * hears the refusal there.
 */
export async function inTheEnd(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  const pipeline = pipelines.get(tx)
  if (pipeline !== undefined) await pipeline.inTheEnd(work)
  else await work()
}

/** For what is left for the end and goes otherwise than expected without being refused. */
export function elseStepByStep(tx: Tx): void {
  if (pipelines.get(tx)?.stepByStep === false) throw new StepByStep('it went otherwise than expected')
}

/**
 * SQLSTATEs of whatever is asked in a transaction after something has failed: it is not looked at, and what was to be
 * planned under a name was not, so that nobody knows it by that.
 */
const BEHIND_FAILURE = new Set(['25P02', '26000'])

function isBehindFailure(reason: unknown): boolean {
  return reason instanceof Error && BEHIND_FAILURE.has(codeOf(reason))
}

/**
 * What was asked for at once, when all of it is answered. Of several that fail the first in this order is told: those
 * behind a failed statement fail because of it.
 */
export async function atOnce<Asked extends readonly unknown[] | []>(
  asked: Asked,
): Promise<{ -readonly [Place in keyof Asked]: Awaited<Asked[Place]> }> {
  const reasons: unknown[] = []
  for (const answer of await Promise.allSettled(asked)) if (answer.status === 'rejected') reasons.push(answer.reason)
  if (reasons.length > 0) throw reasons.find((reason) => !isBehindFailure(reason)) ?? reasons[0]
  return Promise.all(asked)
}

/**
 * Answers several small questions in one statement, each of one value in brackets: an expression or a SELECT. For what a
 * verb knows it needs; amounts are asked for as such and not within JSON.
 */
export async function askTogether<Questions extends Record<string, RawBuilder<unknown>>>(
  tx: Tx,
  questions: Questions,
): Promise<{ [Name in keyof Questions]: Questions[Name] extends RawBuilder<infer Value> ? Value : never }> {
  const asked = Object.entries(questions).map(([name, question]) => sql`(${question}) AS ${sql.id(name)}`)
  const { rows } = await sql<never>`SELECT ${sql.join(asked)}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the database answered nothing')
  return row
}

/** Marks where to roll back to, by a name: one in the other needs another. */
export async function setSavepoint(tx: Tx, name: string): Promise<void> {
  await sql`SAVEPOINT ${sql.id(name)}`.execute(tx)
}

/** The same where hardly ever anything is rolled back: set only in a transaction that is done step by step. */
export async function setSavepointInCase(tx: Tx, name: string): Promise<void> {
  const pipeline = pipelines.get(tx)
  if (pipeline?.stepByStep === false) pipeline.leftOut.add(name)
  else await setSavepoint(tx, name)
}

/** Undoes what was done since the savepoint, which stays. */
export async function rollBackTo(tx: Tx, name: string): Promise<void> {
  const pipeline = pipelines.get(tx)
  if (pipeline?.leftOut.has(name) === true) throw new StepByStep(`the savepoint ${name} was left out`)
  pipeline?.forget()
  await sql`ROLLBACK TO SAVEPOINT ${sql.id(name)}`.execute(tx)
}
