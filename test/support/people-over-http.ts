/** One person of every kind, signed in over HTTP, for tests that go through all calls. */
import { COLUMNS } from '../../scripts/access-table.ts'
import type { TestApp } from './app.ts'
import { OWNER } from './app.ts'
import { giveRoles } from './roles.ts'
import type { Visitor } from './visitor.ts'

export const KINDS = COLUMNS
export type Kind = (typeof KINDS)[number]
export type People = Record<Kind, Visitor>

const PASSWORD = 'correct horse battery'

export async function everyKindOfPerson(house: TestApp): Promise<People> {
  const owner = await house.owner()
  const oneHalf = async (email: string, password: string) => {
    const visitor = house.visitor()
    visitor.keepSession(await visitor.post('/api/login', { email, password }))
    return visitor
  }
  const joined = async (name: string) => {
    const visitor = house.visitor()
    await visitor.join(name)
    return visitor
  }
  const withRole = async (role: 'support' | 'reviewer') => {
    const visitor = await joined(`the-${role}`)
    await giveRoles(owner, visitor, [role])
    return visitor
  }
  const registrant = house.visitor()
  await registrant.register('the-registrant')
  const investor = await joined('the-investor')
  return {
    'signed out': house.visitor(),
    registrant,
    investor,
    'investor, one half': await oneHalf(investor.email, PASSWORD),
    support: await withRole('support'),
    reviewer: await withRole('reviewer'),
    owner,
    'owner, one half': await oneHalf(OWNER.email, OWNER.password),
  }
}
