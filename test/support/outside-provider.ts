/** A provider of identity checks outside of the house, and people whose checks wait to be handed to it. */
import type { IdentityProvider } from '#kyc/provider.ts'
import type { TestApp } from './app.ts'
import { prepareCheck } from './identity.ts'
import type { Visitor } from './visitor.ts'

/** Takes what it is handed once `before` has let it, and erases what it is asked to. `has`: the checks that it keeps. */
export function outsideProvider(before: () => Promise<void> | void): { provider: IdentityProvider; has: Set<string> } {
  const has = new Set<string>()
  const provider: IdentityProvider = {
    name: 'outside',
    start: async ({ checkId }) => {
      await before()
      has.add(checkId)
      return `ref-${checkId}`
    },
    event: () => {
      throw new Error('none')
    },
    fetch: async () => ({ state: 'submitted' }),
    erase: async ({ checkId }) => void has.delete(checkId),
  }
  return { provider, has }
}

/** Somebody new who has handed in a whole check. */
export async function submitsCheck(house: TestApp, name: string): Promise<Visitor> {
  const visitor = house.visitor()
  await visitor.join(name)
  await prepareCheck(visitor)
  await visitor.must('/api/kyc', {})
  return visitor
}
