import { recordAct } from '#audit/record.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { readText } from '#kit/read-text.ts'
import { refuse } from '#kit/refusal.ts'
import { lockUser } from '#users/lock-user.ts'
import type { Factor } from './contract.ts'
import { factorsOf } from './read.ts'
import { changeAuthenticator, changePasskey } from './store.ts'

/** One of a user's own factors, whose lock the caller holds. 404 for everybody else's. */
export async function ownFactor(tx: Tx, { userId }: Investor, id: string): Promise<Factor> {
  const factor = (await factorsOf(tx, userId)).find((one) => one.id === id)
  return factor ?? refuse('not found', 'There is no such second factor.')
}

/** Gives a factor another name. It proves what it did before, so nothing else follows from it. */
export async function renameFactor(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  input: { id: string; name: string },
): Promise<void> {
  const name = readText('name', input.name)
  await lockUser(tx, actor.userId)
  const { id, kind, name: before } = await ownFactor(tx, actor, input.id)
  if (name === before) return
  await (kind === 'passkey' ? changePasskey(tx, id, { name }) : changeAuthenticator(tx, id, { name }))
  await recordAct(tx, clock, actor, {
    ...{ action: 'rename factor', subject: { kind: 'user', id: actor.userId } },
    ...{ before: { kind, name: before }, after: { kind, name } },
  })
}
