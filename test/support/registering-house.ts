/** A house that people come to, what they come with and what they type. */
import type { Database, Tx } from '#kit/database.ts'
import { hashToken, newSecret } from '#kit/ids.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { openPasswords, type Passwords } from '#identity/passwords.ts'
import { testDatabase, type TestDatabase } from './database.ts'

export const PASSWORD = 'a plumb line hangs straight'
export const APP_URL = 'https://plumb.test'

export type RegisteringHouse = {
  db: Database
  /** as the owner of the tables */
  ownerUrl: string
  clock: TestDatabase['clock']
  passwords: Passwords
  adminSecondFactor: 'optional' | 'required'
  investorSecondFactor: 'optional' | 'required'
  write<T>(verb: (tx: Tx) => Promise<T>): Promise<T>
  read<T>(verb: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A fresh, empty database; noon, 1 March 2026. */
export async function openRegisteringHouse(): Promise<RegisteringHouse> {
  const { db, ownerUrl, clock, close } = await testDatabase()
  return {
    db,
    ownerUrl,
    clock,
    passwords: openPasswords({ db, clock }),
    ...{ adminSecondFactor: 'optional', investorSecondFactor: 'optional' },
    write: (verb) => transaction(db, verb),
    read: (verb) => readTransaction(db, verb),
    close,
  }
}

/** A request, from a browser that made the csrf-cookie call unless said otherwise. */
export function aRequest(options: Partial<RequestFacts> & { oneHalf?: boolean } = {}): RequestFacts {
  const { oneHalf = false, ...facts } = options
  const cookies = oneHalf ? {} : { 'XSRF-TOKEN': newSecret() }
  return { address: '192.0.2.1', userAgent: 'a test', cookies, bearer: undefined, ...facts }
}

/** What somebody types who registers. */
export function typed(name: string, changed: Record<string, unknown> = {}) {
  const email = `${name.toLowerCase()}@plumb.test`
  const details = { name, email, password: PASSWORD, password_confirmation: PASSWORD }
  const phone = `+1202${2_000_000 + (Number.parseInt(hashToken(name.toLowerCase()).slice(0, 8), 16) % 8_000_000)}`
  return { ...details, phone, country: 'US', terms: true, referral: null, ...changed }
}
