import type { FastifyRequest } from 'fastify'
import type { Database, Tx } from '#kit/database.ts'
import { readIpAddress, siteOf } from '#kit/ip-address.ts'
import { readTransaction } from '#kit/transaction.ts'
import { takingTurns } from '#kit/turns.ts'

/** Reads of visitors under way at a time: half of the connections that screens read by. */
const AT_ONCE = 2
/** Of one network that wait: an office may be one, and pictures are asked for without a session. */
const MOST = 1000
/** Milliseconds that one waits: without an end there would be no end to those who wait, from ever more networks. */
const LONGEST = 20_000
const turns = new WeakMap<Database, ReturnType<typeof takingTurns>>()

/**
 * What is read for whoever has not signed in: whoever has waits for no flood of them, and among themselves networks take
 * turns. 429 for what is beyond a thousand that wait from one, and for what has waited for twenty seconds.
 */
export function readForVisitor<T>(
  db: Database,
  address: string,
  read: (tx: Tx) => Promise<T>,
  patience?: number,
): Promise<T> {
  const turn = turns.get(db) ?? takingTurns(AT_ONCE, { most: MOST, longest: LONGEST })
  turns.set(db, turn)
  const site = siteOf(address)
  return readTransaction(db, read, patience, (work) => turn(work, site))
}

/** Whom a request comes from, in one spelling: as a trusted proxy says, and where that is no address, the proxy itself. */
export function addressBehind({ ip, socket }: FastifyRequest): string {
  return readIpAddress(ip) ?? readIpAddress(socket.remoteAddress ?? '') ?? NOWHERE
}
/** A connection that has ended has no address any more. */
const NOWHERE = '0.0.0.0'
