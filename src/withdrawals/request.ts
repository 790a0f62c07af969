import type { Investor } from '#kit/actor.ts'
import { databaseClock, type DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newActId, newId } from '#kit/ids.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import type { Settings } from '#kit/config.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { post, Shortfall, type Origin } from '#ledger/post.ts'
import { settingsNow } from '#settings/read.ts'
import { findWalletByName, isOwnAddress, type WalletRecord } from '#wallets/find.ts'
import { checkAddress, isSameAddress } from '#wallets/rules.ts'
import { lockUser } from '#users/lock-user.ts'
import { requireKyc } from '#kyc/require-kyc.ts'
import { writeNew } from '#records/write-decision.ts'
import { accrueInvestor } from '#investments/accrue.ts'
import { paymentAddresses } from '#investments/read.ts'
import { requiredEntries } from './books.ts'
import { factsOf } from './decide.ts'
import { exceedsBalance } from './rules.ts'
import { countWaiting, type WithdrawalRecord } from './store.ts'

/** Withdrawals of one person that wait to be reviewed. A hundred at once are ordinary use (business rules §8). */
const MOST_WAITING = 100
const TOO_MANY_WAIT = `You have ${MOST_WAITING} withdrawals waiting. Cancel one, or wait until one is reviewed.`

/**
 * Asks for a payout. The amount is held at once, so that it cannot be spent twice however many requests come
 * together; what running investments have earned to this second counts. 409 beyond 100 that wait to be reviewed.
 */
export async function requestWithdrawal(
  tx: Tx,
  actor: Investor,
  input: { amount: MicroUsd; source: WithdrawalRecord['source']; walletName: string; walletAddress: string },
  kycByDefault: Settings['kyc'],
): Promise<void> {
  const investor = await lockUser(tx, actor.userId)
  if (investor === undefined) throw new Error(`user ${actor.userId} has gone`)
  const clock = await databaseClock(tx)
  const { kyc } = await settingsNow(tx, { kyc: kycByDefault })
  requireKyc(kyc, investor.kyc, 'withdraw')
  const wallet = await payoutWallet(tx, input.walletName, input.walletAddress)
  await refuseOurOwn(tx, investor.id, { address: input.walletAddress, network: wallet.network })
  if ((await countWaiting(tx, investor.id)) >= MOST_WAITING) refuse('wrong state', TOO_MANY_WAIT)
  const by = { actor, act: newActId() }
  if (input.source === 'investment') await accrueInvestor(tx, clock, by, investor.id)

  const withdrawal: WithdrawalRecord = {
    user_id: investor.id,
    id: newId(),
    source: input.source,
    status: 'pending',
    reason: null,
    amount: input.amount,
    typed_amount: input.amount,
    wallet_id: wallet.id,
    wallet_name: wallet.name,
    wallet_address: input.walletAddress,
    network: wallet.network,
    txid: null,
    created_at: clock.now(),
    completed_at: null,
    version: 0,
  }
  await writeNew(tx, clock, actor, 'withdrawal', withdrawal, {
    act: by.act,
    action: 'request withdrawal',
    title: 'Withdrawal requested',
    factsOf,
  })
  await hold(tx, clock, by, withdrawal)
}

/** The wallet to be paid out of; the address must be one that its network can pay to. */
async function payoutWallet(tx: Tx, name: string, address: string): Promise<WalletRecord> {
  const wallet = await findWalletByName(tx, name)
  if (wallet === undefined || !wallet.available)
    refuseField('wallet_name', 'Choose one of the available payment methods.')
  const problem = checkAddress(wallet.network, address)
  if (problem !== null) refuseField('wallet_address', problem)
  return wallet
}

/** Money sent to where investors pay in would come back as if somebody had paid: an old address of ours counts too. */
async function refuseOurOwn(tx: Tx, userId: string, place: { address: string; network: string }): Promise<void> {
  const paidTo = await paymentAddresses(tx, userId)
  const ours =
    (await isOwnAddress(tx, place)) ||
    paidTo.some(({ wallet_address, network }) => isSameAddress(place, { address: wallet_address, network }))
  if (ours) refuseField('wallet_address', 'This is our own payment address: enter one of your own wallet.')
}

async function hold(tx: Tx, clock: DatabaseClock, origin: Origin, withdrawal: WithdrawalRecord): Promise<void> {
  try {
    await post(tx, origin, clock.now(), [
      {
        key: `withdrawal/${withdrawal.id}/held`,
        kind: 'withdrawal held',
        reference: { kind: 'withdrawal', id: withdrawal.id },
        entries: requiredEntries(withdrawal),
      },
    ])
  } catch (error) {
    if (!(error instanceof Shortfall)) throw error
    refuseField('amount', exceedsBalance('withdrawal', microUsd(withdrawal.amount - error.missing)))
  }
}
