import type { Investor } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { allToWire, microUsd, sum, toWire, ZERO } from '#money/micro-usd.ts'
import { runningOf } from '#investments/read.ts'
import { OWN_ACCOUNTS } from '#statements/statement.ts'
import type { BalanceOfProof } from '../contract.ts'
import { proofOf } from '../read.ts'
import { selectBalanceThen } from './store.ts'

/**
 * What the own statement says was owed at the position of a proof, of an epoch or the newest, and what has come since:
 * with that, it is what is owed now. What is earned and not posted is told apart. 404 where there is no such proof.
 */
export async function balanceThen(tx: Tx, actor: Investor, epoch: number | undefined): Promise<BalanceOfProof> {
  const proof = await proofOf(tx, epoch)
  const { accounts, held, earned } = await selectBalanceThen(tx, actor.userId, proof.position)
  const [owed, now] = [
    sum([...accounts.map((each) => each.owed), held.owed]),
    sum([...accounts.map((each) => each.now), held.now]),
  ]
  const { unposted } = await runningOf(tx, await databaseClock(tx), actor.userId)
  return {
    ...{ epoch: proof.epoch, position: proof.position },
    accounts: OWN_ACCOUNTS.map((account) => ({
      account,
      balance: toWire(accounts.find(({ kind }) => kind === account)?.owed ?? ZERO),
    })),
    held: toWire(held.owed),
    ...allToWire({ owed, earned, moved: microUsd(now - owed - earned), now, unposted }),
  }
}
