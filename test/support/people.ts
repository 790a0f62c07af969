/** People, wallets and plans as rows of the database, for tests of verbs below the session gate. */
import { type Administrator, type Investor, proveAdministrator, proveInvestor, type Role } from '#kit/actor.ts'
import type { Database } from '#kit/database.ts'
import type { AppUser, Plan } from '#kit/database-schema.ts'
import { newId } from '#kit/ids.ts'
import { transaction } from '#kit/transaction.ts'
import { openInvestorAccounts, openWalletAccounts } from '#ledger/accounts.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import type { Selectable } from 'kysely'
import { OUR_BITCOIN } from './addresses.ts'

const JOINED = new Date('2026-01-01T00:00:00Z')
const THEN = { now: () => JOINED }

type Person = { inviter?: Investor; kyc?: Selectable<AppUser>['kyc'] }

/** A verified user with empty accounts; the identity is approved unless said otherwise. */
export async function anInvestor(db: Database, person: Person = {}): Promise<Investor> {
  return proveInvestor(await addUser(db, [], person))
}

export async function anAdministrator(db: Database, roles: Role[] = ['owner']): Promise<Administrator> {
  return proveAdministrator(await addUser(db, roles, {}))
}

/** The same person with a role, for what nobody may do with their own. */
export function asAdministrator(investor: Investor): Administrator {
  return proveAdministrator({ ...investor, roles: ['owner'] })
}

async function addUser(db: Database, roles: Role[], { inviter, kyc = 'approved' }: Person) {
  const userId = newId()
  const name = `user-${userId.slice(-12)}`
  await transaction(db, async (tx) => {
    await tx
      .insertInto('app_user')
      .values({
        ...{ id: userId, name, email: `${name}@plumb.test`, phone: '+12025550100', country: 'US', roles, kyc },
        ...{ password_hash: 'none', password_set_at: JOINED, created_at: JOINED },
        ...{ terms_version: '1', terms_accepted_at: JOINED, inviter_id: inviter?.userId ?? null },
      })
      .execute()
    await openInvestorAccounts(tx, THEN, userId)
  })
  return { userId, name, roles, address: '127.0.0.1', sessionId: null, oneHalf: false }
}

/** A payment wallet with empty accounts. Answers its id. */
export async function aWallet(db: Database, { available = true } = {}): Promise<string> {
  const id = newId()
  const address = OUR_BITCOIN
  await transaction(db, async (tx) => {
    await tx
      .insertInto('wallet')
      .values({ id, name: `Wallet ${id}`, address, network: 'bitcoin', available, created_at: JOINED })
      .execute()
    await openWalletAccounts(tx, THEN, id)
  })
  return id
}

type Terms = Omit<Selectable<Plan>, 'id' | 'name' | 'created_at' | 'version'>

/** A plan: 100 to 5,000 dollars, 7, 14 or 30 days, 0.4 % a day, 5 % for the inviter, unless said otherwise. Answers its id. */
export async function aPlan(db: Database, terms: Partial<Terms> = {}): Promise<string> {
  const id = newId()
  await db
    .insertInto('plan')
    .values({
      ...{ id, name: `Plan ${id}`, description: '', created_at: JOINED },
      ...{ min_amount: usd(100), max_amount: usd(5000), durations: [7, 14, 30] },
      ...{ ref_bonus: percent(50_000n), daily_roi: percent(4_000n), early_roi: percent(0n) },
      ...terms,
    })
    .execute()
  return id
}

/** Dollars as money, to the micro-dollar. */
export function usd(dollars: number): MicroUsd {
  return microUsd(BigInt(Math.round(dollars * 1_000_000)))
}
