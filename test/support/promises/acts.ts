/** What people and administrators do to promises of the house, each by the verb that does it. */
import { expireApprovals } from '#approvals/expire.ts'
import type { Administrator, Investor } from '#kit/actor.ts'
import type { Database, Tx } from '#kit/database.ts'
import { Refusal } from '#kit/refusal.ts'
import { transaction } from '#kit/transaction.ts'
import type { Status } from '#kit/wire.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { topUpUser } from '#adjustments/top-up.ts'
import { accrueDue } from '#investments/accrue.ts'
import { approveInvestment } from '#investments/approve.ts'
import { coverDue } from '#investments/backing/cover.ts'
import { cancelInvestment } from '#investments/cancel.ts'
import { completeDue } from '#investments/complete.ts'
import { declineInvestment } from '#investments/decline.ts'
import { exitInvestment } from '#investments/exit/exit-investment.ts'
import { quoteExit } from '#investments/exit/quote-exit.ts'
import { expireDue } from '#investments/expire.ts'
import { reinvestInvestment } from '#investments/reinvest.ts'
import { saveInvestment } from '#investments/save.ts'
import { setAtEnd } from '#investments/set-at-end.ts'
import { updateInvestment } from '#investments/update.ts'
import { verifyInvestment } from '#investments/verify.ts'
import { approveReferral } from '#referrals/approve.ts'
import { declineReferral } from '#referrals/decline.ts'
import { moveReserve } from '#reserve/move.ts'
import { recordFunds } from '#wallets/record-funds.ts'
import { approveWithdrawal } from '#withdrawals/approve.ts'
import { agree, ENVIRONMENT } from '../agreeing.ts'
import { SETTINGS } from '../investing-house.ts'
import { usd } from '../people.ts'
import { askPayout } from '../withdrawing.ts'

/** Who there is and what is on offer, as one process tells another. */
export type Cast = {
  administrators: readonly Administrator[]
  /** of whom each was invited by the one before */
  people: readonly Investor[]
  planId: string
  walletId: string
}

/** What one does: `by` says which administrator, `who` and `which` whom and what it concerns, dollars are whole. */
export type Act = { do: (typeof ACTS)[number]; by: number; who: number; which: number; dollars: number }

/** What came of it. `nothing`: there was nobody to do it to. */
export type Outcome = { refused: { code: string; message: string } | null; nothing: boolean }

type Doing = { db: Database; cast: Cast; act: Act; administrator: Administrator; person: Investor }

/** Takes an act. Answers what it was refused for; whatever else goes wrong is thrown. */
export async function take(db: Database, cast: Cast, act: Act): Promise<Outcome> {
  const administrator = pick(cast.administrators, act.by)
  const person = pick(cast.people, act.who)
  if (administrator === undefined || person === undefined) throw new Error('nobody is there')
  try {
    return { refused: null, nothing: (await DOES[act.do]({ db, cast, act, administrator, person })) === NOTHING }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refused: { code: error.code, message: error.message }, nothing: false }
  }
}

const JOB = { job: 'test' }
const NOTHING = 'nothing'
const STATES: readonly Status[] = ['approved', 'completed', 'pending', 'declined']

const DOES = {
  save: ({ db, cast, act, person }) => saveOf({ db, cast, act, person }, 'payment'),
  'save bonus': ({ db, cast, act, person }) => saveOf({ db, cast, act, person }, 'bonus'),
  cancel: onInvestment(['pending'], (tx, { owner }, id) => cancelInvestment(tx, owner, { id })),
  verify: async ({ db, cast, act }) => {
    const one = await investmentOf(db, cast, ['pending'], act.which)
    if (one === undefined) return NOTHING
    await transaction(db, (tx) => verifyInvestment(tx, one.owner, { tranxId: one.tranx_id, txid: undefined }))
  },
  approve: onInvestment(['pending', 'waiting approval'], (tx, { administrator }, id) =>
    approveInvestment(tx, administrator, { id }, SETTINGS),
  ),
  decline: onInvestment(['pending', 'waiting approval'], (tx, { administrator, act }, id) =>
    declineInvestment(tx, administrator, { id, reason: null, received: usd(act.who === 0 ? act.dollars : 0) }),
  ),
  edit: editOne,
  reinvest: onInvestment(['completed'], (tx, { owner }, id) => reinvestInvestment(tx, owner, { id }, SETTINGS)),
  choose: onInvestment(['approved'], (tx, { owner }, id) => setAtEnd(tx, owner, { id, atEnd: 'reinvest principal' })),
  exit: async ({ db, cast, act }) => {
    const one = await investmentOf(db, cast, ['approved'], act.which)
    if (one === undefined) return NOTHING
    const { quote } = await transaction(db, (tx) => quoteExit(tx, one.owner, one))
    await transaction(db, (tx) => exitInvestment(tx, one.owner, { id: one.id, quoteId: quote.id }))
  },
  'approve bonus': onReferral((tx, administrator, id) => approveReferral(tx, administrator, { id }, SETTINGS)),
  'decline bonus': onReferral((tx, administrator, id) => declineReferral(tx, administrator, { id, reason: 'no' })),
  gift: ({ db, act, administrator, person }) =>
    transaction(db, async (tx) => {
      const to = { userId: person.userId, account: act.which % 2 === 0 ? 'bonus' : 'earnings' } as const
      await topUpUser(tx, administrator, { ...to, amount: usd(act.dollars / 10), category: null, reason: 'a gift' })
    }),
  'ask payout': ({ db, cast, act, person }) =>
    askPayout(
      db,
      { investor: person, walletId: cast.walletId },
      { amount: usd(act.dollars / 200), source: act.which % 2 === 0 ? 'investment' : 'referral' },
    ),
  pay: payOne,
  fund: (doing) => funds(doing, 'reserve', 'in', usd(doing.act.dollars / 20)),
  take: (doing) => funds(doing, 'reserve', 'out', usd(doing.act.dollars / 100)),
  'capital in': (doing) => funds(doing, 'capital', 'in', usd(doing.act.dollars)),
  'capital out': (doing) => funds(doing, 'capital', 'out', usd(doing.act.dollars)),
  move: ({ db, act, administrator }) =>
    transaction(db, (tx) => {
      const direction = act.which % 2 === 0 ? 'in' : 'out'
      return moveReserve(tx, administrator, { amount: usd(act.dollars / 80), direction, reason: 'so' })
    }),
  agree: agreeToOne,
  accrue: ({ db }) => accrueDue(db, JOB),
  mature: ({ db }) => completeDue(db, JOB),
  cover: ({ db }) => coverDue(db, JOB),
  expire: async ({ db }) => {
    await expireDue(db, JOB)
    await expireApprovals(db, JOB)
  },
} as const satisfies Record<string, (doing: Doing) => Promise<unknown>>

/** All that can be done. */
export const ACTS = Object.keys(DOES) as (keyof typeof DOES)[]

async function saveOf(
  { db, cast, act, person }: Omit<Doing, 'administrator'>,
  source: 'payment' | 'bonus',
): Promise<void> {
  const { planId, walletId } = cast
  const duration = pick([7, 14, 30], act.which) ?? 7
  const input = { planId, walletId, amount: usd(source === 'bonus' ? act.dollars / 20 : act.dollars), duration, source }
  await transaction(db, (tx) => saveInvestment(tx, person, input, SETTINGS))
}

type Found = { id: string; tranx_id: string; owner: Investor }

/** One of the investments of these people in one of these states; where there is none, any. */
async function investmentOf(
  db: Database,
  { people }: Cast,
  states: readonly Status[],
  which: number,
): Promise<Found | undefined> {
  const all = await db
    .selectFrom('investment')
    .select(['id', 'tranx_id', 'status', 'user_id'])
    .where(
      'user_id',
      'in',
      people.map(({ userId }) => userId),
    )
    .orderBy('id')
    .execute()
  const open = all.filter(({ status }) => states.includes(status))
  const found = pick(open.length > 0 ? open : all, which)
  const owner = people.find(({ userId }) => userId === found?.user_id)
  return found && owner && { ...found, owner }
}

function onInvestment(
  states: readonly Status[],
  verb: (tx: Tx, by: Doing & { owner: Investor }, id: string) => Promise<unknown>,
): (doing: Doing) => Promise<unknown> {
  return async (doing) => {
    const one = await investmentOf(doing.db, doing.cast, states, doing.act.which)
    if (one === undefined) return NOTHING
    return transaction(doing.db, (tx) => verb(tx, { ...doing, owner: one.owner }, one.id))
  }
}

function onReferral(verb: (tx: Tx, by: Administrator, id: string) => Promise<unknown>) {
  return async ({ db, cast, act, administrator }: Doing): Promise<unknown> => {
    const waiting = await db
      .selectFrom('referral')
      .select('id')
      .where('status', '=', 'pending')
      .where(
        'invited_id',
        'in',
        cast.people.map(({ userId }) => userId),
      )
      .orderBy('id')
      .execute()
    const one = pick(waiting, act.which)
    return one === undefined ? NOTHING : transaction(db, (tx) => verb(tx, administrator, one.id))
  }
}

/** Of one edit in two the amount changes, of one in two the state; one in two is of what waits, where something does. */
async function editOne({ db, cast, act, administrator }: Doing): Promise<unknown> {
  const found = await investmentOf(db, cast, act.by === 0 ? ['pending'] : ['approved', 'completed'], act.which)
  if (found === undefined) return NOTHING
  const { amount, began_at, created_at, version, status } = await db
    .selectFrom('investment')
    .selectAll()
    .where('id', '=', found.id)
    .executeTakeFirstOrThrow()
  const change = {
    ...{ id: found.id, version, reason: 'typed wrong', date: (began_at ?? created_at).toISOString() },
    amount: act.which % 2 === 0 ? usd(act.dollars) : amount,
    status: act.who % 2 === 0 ? status : (pick(STATES, act.dollars) ?? status),
  }
  return transaction(db, (tx) => updateInvestment(tx, administrator, change, SETTINGS))
}

/** Approves one payout of these people: what is asked for is held, and taken back no more. */
async function payOne({ db, cast, act, administrator }: Doing): Promise<unknown> {
  const asked = await db
    .selectFrom('withdrawal')
    .select('id')
    .where('status', '=', 'pending')
    .where(
      'user_id',
      'in',
      cast.people.map(({ userId }) => userId),
    )
    .orderBy('id')
    .execute()
  const one = pick(asked, act.which)
  return one === undefined ? NOTHING : transaction(db, (tx) => approveWithdrawal(tx, administrator, one))
}

async function funds(
  { db, cast, administrator }: Doing,
  account: 'reserve' | 'capital',
  direction: 'in' | 'out',
  amount: MicroUsd,
): Promise<void> {
  const of = { walletId: cast.walletId, account, amount, direction, reason: 'for promises' }
  await transaction(db, (tx) => recordFunds(tx, administrator, of))
}

/** Agrees to what waits for a second administrator: to what another asked for, but for one in six. */
async function agreeToOne({ db, cast, act, administrator }: Doing): Promise<unknown> {
  const waiting = db.selectFrom('approval').select(['id', 'asked_by']).where('state', '=', 'waiting')
  const one = pick(await waiting.orderBy('id', 'desc').execute(), act.which % 2)
  if (one === undefined) return NOTHING
  const other = cast.administrators.find(({ userId }) => userId !== one.asked_by)
  const by = act.which === 5 || other === undefined ? administrator : other
  return transaction(db, (tx) => agree(tx, { settings: ENVIRONMENT }, by, one))
}

function pick<T>(from: readonly T[], place: number): T | undefined {
  return from[place % Math.max(from.length, 1)]
}
