/** People as rows of the database, for tests of verbs below the session gate. */
import { type Administrator, type Investor, proveAdministrator, proveInvestor, type Role } from '#kit/actor.ts'
import type { Database } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'

const JOINED = new Date('2026-01-01T00:00:00Z')

/** A verified user with no balance. */
export async function anInvestor(db: Database): Promise<Investor> {
  return proveInvestor(await addUser(db, []))
}

export async function anAdministrator(db: Database, roles: Role[] = ['owner']): Promise<Administrator> {
  return proveAdministrator(await addUser(db, roles))
}

async function addUser(db: Database, roles: Role[]) {
  const userId = newId()
  const name = `user-${userId.slice(-12)}`
  await db
    .insertInto('app_user')
    .values({
      ...{ id: userId, name, email: `${name}@plumb.test`, phone: '+12025550100', country: 'US', roles },
      ...{ password_hash: 'none', password_set_at: JOINED, created_at: JOINED },
      ...{ terms_version: '1', terms_accepted_at: JOINED },
    })
    .execute()
  return { userId, name, roles, address: '127.0.0.1' }
}
