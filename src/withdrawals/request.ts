import type { Investor } from '#kit/actor.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newActId, newId } from '#kit/ids.ts'
import { askTogether, atOnce } from '#kit/pipeline.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import type { Settings } from '#kit/config.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import type { NewTransfer, Origin } from '#ledger/post.ts'
import { postLast } from '#ledger/post.ts'
import { NO_WITHDRAWAL_LIMITS, SETTINGS_SAID, settingsSaid, withdrawalLimit } from '#settings/read.ts'
import { type WalletRecord, walletsByName } from '#wallets/find.ts'
import { shortAddress } from '#wallets/address-rules.ts'
import { networkInWords } from '#wallets/network-rules.ts'
import { checkAddress, isSameAddress } from '#wallets/rules.ts'
import { lockUserAndClock } from '#users/lock-user.ts'
import { refusePaused } from '#users/pause-withdrawals.ts'
import { addressToAwait, type AwaitedAddress, mailOfAwaited } from '#addresses/await-address.ts'
import { addressesOf } from '#addresses/find.ts'
import type { NewAddresses } from '#addresses/keep-address.ts'
import { requireKyc } from '#kyc/require-kyc.ts'
import { writeNew } from '#records/write-decision.ts'
import { type Earned, earnedUpTo, lockEarning } from '#investments/accrue.ts'
import { paymentAddresses } from '#investments/read.ts'
import { requiredEntries } from './books.ts'
import { factsOf } from './decide.ts'
import { beyondLimit } from './limit-rules.ts'
import { requestedLately, waitingToBeReviewed } from './limit-store.ts'
import { exceedsBalance } from './rules.ts'
import type { WithdrawalRecord } from './store.ts'

/** Withdrawals of one person that wait to be reviewed. A hundred at once are ordinary use (business rules §8). */
const MOST_WAITING = 100
const TOO_MANY_WAIT = `You have ${MOST_WAITING} withdrawals waiting. Cancel one, or wait until one is reviewed.`

/** Where nobody says what is asked of a new address: nothing. */
const NOT_HELD: NewAddresses = { holdHours: 0, appUrl: '' }

/**
 * Asks for a payout. The amount is held at once, so that it cannot be spent twice however many requests come
 * together; what running investments have earned to this second counts. 409 beyond 100 that wait to be reviewed, and while
 * withdrawals are paused; 422 beyond the limit of 24 hours. One to a new address waits for that, and its owner is mailed
 * how to confirm it and how to cancel: that address is answered.
 */
export async function requestWithdrawal(
  tx: Tx,
  actor: Investor,
  input: {
    amount: MicroUsd
    source: WithdrawalRecord['source']
    walletName: string
    walletAddress: string
    /** what a new address is to be called */
    addressName?: string | undefined
  },
  kycByDefault: Settings['kyc'],
  newAddresses: NewAddresses = NOT_HELD,
): Promise<AwaitedAddress | null> {
  const { userId } = actor
  const [locked, earning, { settings, wallets, paidTo, waiting, book, ...lately }] = await atOnce([
    lockUserAndClock(tx, userId),
    input.source === 'investment' ? lockEarning(tx, [userId]) : [],
    askTogether(tx, {
      settings: SETTINGS_SAID,
      wallets: walletsByName(input.walletName),
      paidTo: paymentAddresses(userId),
      waiting: waitingToBeReviewed(userId),
      book: addressesOf(userId),
      ...requestedLately(userId),
    }),
  ])
  if (locked === undefined) throw new Error(`user ${userId} has gone`)
  const { user: investor, clock } = locked
  refusePaused(investor, clock.now())
  const said = settingsSaid(settings, { kyc: kycByDefault, ...NO_WITHDRAWAL_LIMITS })
  requireKyc(said.kyc, investor, { to: 'withdraw' })
  const limit = withdrawalLimit(said, investor.kyc)
  const beyond = limit === undefined ? null : beyondLimit(input.amount, limit, lately)
  if (beyond !== null) refuseField('amount', beyond)
  const wallet = payoutWallet(wallets, input.walletAddress)
  const ours = wallets.map(({ address, network }) => ({ address, network }))
  const told = paidTo.map(({ wallet_address, network }) => ({ address: wallet_address, network }))
  refuseOurOwn({ address: input.walletAddress, network: wallet.network }, [...ours, ...told])
  if (waiting >= MOST_WAITING) refuse('wrong state', TOO_MANY_WAIT)
  const by = { actor, act: newActId() }
  const place = { network: wallet.network, address: input.walletAddress }
  const asked = { book, place, typedName: input.addressName }
  const { entryId, awaited } = await addressToAwait(tx, clock, investor, asked, newAddresses)

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
    address_id: entryId,
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
    follows: `It is to be paid to ${shortAddress(input.walletAddress)} on ${networkInWords(wallet.network)}.`,
  })
  if (awaited !== null) await mailOfAwaited(tx, clock, investor, withdrawal, awaited, newAddresses)
  const earned = earnedUpTo(clock.now(), earning)
  await hold(tx, clock, by, withdrawal, earned)
  return awaited
}

/** The wallet to be paid out of; the address must be one that its network can pay to. */
function payoutWallet(wallets: readonly (WalletRecord & { named: boolean })[], address: string): WalletRecord {
  const wallet = wallets.find(({ named }) => named)
  if (wallet === undefined || !wallet.available)
    refuseField('wallet_name', 'Choose one of the available payment methods.')
  const problem = checkAddress(wallet.network, address)
  if (problem !== null) refuseField('wallet_address', problem)
  return wallet
}

/** Money sent to where investors pay in would come back as if somebody had paid: an old address of ours counts too. */
function refuseOurOwn(place: Place, ours: readonly Place[]): void {
  if (ours.some((one) => isSameAddress(place, one)))
    refuseField('wallet_address', 'This is our own payment address: enter one of your own wallet.')
}

type Place = { address: string; network: string }

/** Posts what has been earned to this second, and holds the amount. */
async function hold(
  tx: Tx,
  clock: DatabaseClock,
  origin: Origin,
  withdrawal: WithdrawalRecord,
  earned: Earned,
): Promise<void> {
  const { id, amount } = withdrawal
  const held: NewTransfer = {
    key: `withdrawal/${id}/held`,
    kind: 'withdrawal held',
    reference: { kind: 'withdrawal', id },
    entries: requiredEntries(withdrawal),
  }
  await postLast(tx, origin, clock.now(), [...earned.transfers, held], {
    refuse: ({ missing }) => refuseField('amount', exceedsBalance('withdrawal', microUsd(amount - missing))),
    afterwards: (posted) => earned.write(tx, posted),
  })
}
