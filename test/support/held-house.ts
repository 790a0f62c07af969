/**
 * A house in which new addresses are confirmed and held, for what thieves try there: its investors have a hundred dollars,
 * and the links in their mails are read as they come.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { MINUTE } from '#kit/clock.ts'
import { OUR_BITCOIN } from './addresses.ts'
import { OWNER, startTestApp, type TestApp } from './app.ts'
import { TO_RACE } from './database.ts'
import { PATIENCE } from './patience.ts'
import type { Visitor } from './visitor.ts'

/** With which people join, and which an investor chooses who comes back. */
export const PASSWORD = 'correct horse battery'
export const ANOTHER = 'four staples in a row'
// each also as a mail is encoded, while a token may well begin with 3D itself
export const RESET = /reset-password\?token=(?:3D)?([\w-]{43})(?![\w-])/
/** Of a mail about a change of address or number, and about a first second factor. */
export const OF_CHANGE = /undo\s+the\s+change\s+here:\s+\S+undo-change\?token=(?:3D)?([\w-]{43})(?![\w-])/
export const OF_FACTOR = /Take\s+your\s+account\s+back\s+here:\s+\S+undo-change\?token=(?:3D)?([\w-]{43})(?![\w-])/
export const OF_ADDRESS = /mail-link\?token=(?:3D)?([\w-]{43})(?![\w-])/

export type HeldHouse = {
  house: TestApp
  owner: Visitor
  /** as the owner of the tables */
  books: pg.Client
  anInvestor(name: string): Promise<Visitor>
  /** The token of a link in the newest mail to somebody that has one; other than `before`, where that is said. */
  linkIn(email: string, link: RegExp, before?: string): Promise<string>
  /** Chooses a password by the newest link, which the account has been mailed. */
  reset(email: string, password: string): Promise<void>
  /** Two minutes later nothing is counted against anybody, and these administrators are signed in. */
  anew(...administrators: Visitor[]): Promise<void>
  close(): Promise<void>
}

export async function openHeldHouse(): Promise<HeldHouse> {
  const house = await startTestApp({ env: { KYC: 'off', NEW_ADDRESS_HOLD_HOURS: '24' }, connections: TO_RACE })
  const owner = await house.owner()
  await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  const books = new pg.Client({ connectionString: house.databaseUrl })
  await books.connect()
  const linkIn: HeldHouse['linkIn'] = async (email, link, before) => {
    const end = performance.now() + PATIENCE
    while (performance.now() < end) {
      const mail = await owner.newestMessage('.eml', email, link)
      const token = link.exec(mail.replaceAll('=\r\n', ''))?.[1] ?? ''
      if (token !== before) return token
      await pause(25)
    }
    throw new Error(`no other link to ${email} within ${PATIENCE} ms`)
  }
  return {
    ...{ house, owner, books, linkIn },
    async anInvestor(name) {
      const investor = house.visitor()
      await investor.join(name)
      await owner.must(`/api/topup-user/${investor.id}`, { amount: '100', account: 'earnings' })
      return investor
    },
    async reset(email, password) {
      const token = await linkIn(email, RESET)
      await house.visitor().must('/api/reset-password', { token, password, password_confirmation: password })
    },
    async anew(...administrators) {
      await books.query('DELETE FROM rate_limit')
      await house.clock.move(2 * MINUTE)
      for (const who of [owner, ...administrators]) await who.signIn(who.email, OWNER.password)
    },
    async close() {
      await books.end()
      await house.close()
    },
  }
}
