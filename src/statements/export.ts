import { isStep } from '#approvals/rules.ts'
import { type ActivityRow, activityOf } from '#audit/activity.ts'
import { VISITS } from '#audit/rules.ts'
import { factorsOf } from '#factors/read.ts'
import { networkInShort } from '#identity/device-rules.ts'
import { hasProvedLately } from '#identity/stepped-up.ts'
import { byWhom, type Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { inPieces } from '#kit/in-pieces.ts'
import { tellPostings, transfersOn, type TransferRow } from '#ledger/postings.ts'
import { ownClaims } from '#kyc/own-claims.ts'
import { operatorName } from '#mail/operator-name.ts'
import { actsOn, type ActRow } from '#audit/read.ts'
import { reasonsOf } from '#audit/reasons.ts'
import { acceptedTerms } from '#settings/terms/read.ts'
import { listWallets } from '#wallets/find.ts'
import { referralsOf } from '#referrals/read.ts'
import { quotesOf } from '#investments/quotes/read.ts'
import { investmentsOf } from '#investments/read.ts'
import { withdrawalsOf } from '#withdrawals/read.ts'
import { earnedSharesOf } from './earnings/shares-of.ts'
import { accountsOf } from './statement.ts'
import { selectKept, selectKeptUser } from './kept-store.ts'

/** The newest so many of each list; far more than anybody has, and little enough to be held at once. */
const MOST = 20_000
/** That administrators have written something down about a user, who never sees what. */
const NOTE = 'note on user'
/** Told for itself, with where it came from. */
const isVisit = (action: string) => VISITS.some((visit) => visit === action)
const DETAILS =
  'identity_details: what you have entered for your identity checks, those that you have not submitted included, and what each picture is, with its size in bytes and its SHA-256. Of a check that was erased nothing is left. unreadable: true says that it is kept and could not be opened; write to us.'
const NO_DETAILS =
  'identity_details: left out (null). What you have entered for your identity checks is told only within five minutes of your signing in, or of confirming that it’s you with a second factor, so that nobody learns it from a session that you have left open. Sign in again and download this file once more.'
const about = ({ operator, proved, beside }: { operator: string; proved: boolean; beside: boolean }) => [
  `This is what ${operator} keeps about you, as it stands at made_at.`,
  'Times are UTC. Amounts are US dollars, exact to the micro-dollar.',
  'user: your account, and when you signed in last. consent: when you accepted which version of the terms. sessions: where and when you were signed in. places: the networks and devices that you have signed in from, by which we tell you from strangers.',
  'sign_ins: sign-ins, sign-outs, wrong passwords and wrong codes, each with the network that it came from. factors: your second factors by the names that you gave them. factor_help: when you have asked for help with lost ones. contact_changes: your changes of email address and phone number. addresses: what you have saved to be paid out to, what you have removed since included.',
  proved ? DETAILS : NO_DETAILS,
  'identity_checks, investments, withdrawals, referrals, notifications and devices: each record as it stands; its history says what has happened to it.',
  'quotes: what you were told to pay for an investment in its wallet’s coin, at which price and until when.',
  'saved_filters: what you have narrowed lists of the desk to, if you are an administrator.',
  'postings: every movement of your money, oldest first. The amounts of one posting say how it changed each account; a balance is the sum of the amounts on its account.',
  'acts: what was done to your account and your records, by whom and why. Administrators are named by their role.',
  'Left out, because they are secrets and not about you: the hashes that your password, your sessions, your devices and the links in your mails are checked against, the secrets of your second factors, the word in your mails, and the keys with which messages to your devices are sealed.',
  `Left out, too: ${beside ? '' : 'your profile picture and the pictures of your identity checks, '}the mails and text messages that you were sent, and what administrators have noted for themselves.`,
  `Each list holds its newest ${MOST.toLocaleString('en-US')} at most.`,
]

/**
 * What is kept about the actor, in one object that explains itself. No secret, and nobody else's; what they have entered
 * for identity checks only when they have just proved who they are.
 */
export async function exportOf(tx: Tx, clock: Clock, actor: Investor) {
  return ownKept(tx, actor, { proved: await hasProvedLately(tx, clock, actor), beside: false })
}

/**
 * The same, where the caller knows whether they have `proved` who they are; with pictures `beside` it, for a file that has
 * these as well.
 */
export async function ownKept(tx: Tx, actor: Investor, { proved, beside }: { proved: boolean; beside: boolean }) {
  const { userId } = actor
  const { terms_version, terms_accepted_at, ...user } = await selectKeptUser(tx, userId)
  const investments = await investmentsOf(tx, userId, MOST)
  const withdrawals = await withdrawalsOf(tx, userId, MOST)
  const referrals = await referralsOf(tx, userId, MOST)
  const checks = await selectKept(tx, 'identity_check', userId, MOST)
  const records = [{ id: userId }, ...checks, ...investments, ...withdrawals, ...referrals].map(({ id }) => id)
  return {
    about: about({ operator: await operatorName(tx), proved, beside }),
    made_at: (await databaseClock(tx)).now().toISOString(),
    user,
    consent: { terms_version, terms_accepted_at, accepted_since: await acceptedSince(tx, userId) },
    sessions: await selectKept(tx, 'session', userId, MOST),
    places: (await selectKept(tx, 'known_place', userId, MOST)).map(tellPlace),
    sign_ins: await visitsOf(tx, userId),
    factors: await factorsOf(tx, userId),
    factor_help: await selectKept(tx, 'factor_help', userId, MOST),
    contact_changes: await selectKept(tx, 'contact_change', userId, MOST),
    addresses: await selectKept(tx, 'payout_address', userId, MOST),
    identity_checks: checks,
    identity_details: proved ? await ownClaims(tx, userId) : null,
    investments,
    quotes: await quotesOf(tx, userId, MOST),
    withdrawals,
    referrals,
    notifications: await selectKept(tx, 'notification', userId, MOST),
    devices: await selectKept(tx, 'push_subscription', userId, MOST),
    saved_filters: await selectKept(tx, 'saved_filter', userId, MOST),
    postings: await postingsOf(tx, actor),
    acts: [...(await actsOn(tx, records)).values()]
      .flat()
      .filter(({ action }) => !isStep(action) && !isVisit(action) && action !== NOTE)
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      .slice(-MOST)
      .map((act) => tellAct(act, userId)),
  }
}

/** A network by its name; a device only as one, since its mark would let others pass for it. */
const tellPlace = ({ place, name, seen_at }: { place: string; name: string | null; seen_at: Date }) => ({
  place: place.startsWith('device/') ? 'device' : place,
  name,
  seen_at,
})

/** Newest first. Who has typed a wrong password or code may be somebody else: their network says enough. */
async function visitsOf(tx: Tx, userId: string) {
  const { rows } = await activityOf(tx, userId, { limit: MOST })
  const tell = ({ at, action, address, after }: ActivityRow) => {
    const network = address === null ? null : networkInShort(address)
    return { at, action, network, after }
  }
  return rows.filter(({ action }) => isVisit(action)).map(tell)
}

/** The versions of the terms that they have accepted after the one that they registered with. */
async function acceptedSince(tx: Tx, userId: string) {
  return (await acceptedTerms(tx, userId)).slice(0, -1)
}

async function postingsOf(tx: Tx, actor: Investor) {
  const transfers = await transfersOn(tx, accountsOf(actor, 'all'), MOST)
  const wallets = await listWallets(tx, { onlyAvailable: false })
  const names = new Map(wallets.map(({ id, wallet_name }) => [id, wallet_name]))
  const postings = []
  for await (const piece of inPieces(transfers)) {
    const reasons = await reasonsOf(tx, piece)
    const shares = await earnedSharesOf(tx, piece)
    const told = tellPostings(piece, { investorId: actor.userId, wallets: names, reasons })
    postings.push(
      ...told.map((posting, place) => ({
        ...posting,
        record: recordOf(piece[place]),
        // of earnings, what each investment has of them
        shares: shares.get(piece[place]?.id ?? 0n) ?? [],
      })),
    )
  }
  return postings
}

function recordOf(transfer: TransferRow | undefined) {
  return { kind: transfer?.reference_kind, id: transfer?.reference_id }
}

function tellAct({ at, actor_id, action, subject_id, before, after, reason }: ActRow, userId: string) {
  return { at, by: byWhom(actor_id, userId), action, record: subject_id, before, after, reason }
}
