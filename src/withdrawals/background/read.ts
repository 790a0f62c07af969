import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { sum, toWire } from '#money/micro-usd.ts'
import { checkDecidedAt } from '#kyc/read.ts'
import { findUser } from '#users/find.ts'
import { isSameAddress, spellingsOf } from '#wallets/rules.ts'
import type { WithdrawalBackground } from '#withdrawals/contract.ts'
import { selectByIds } from '#withdrawals/store.ts'
import {
  type AddressUseRow,
  selectLifetime,
  selectNewestDevice,
  selectOwnAddresses,
  selectUsesByOthers,
} from './store.ts'

/** People who used the same address, of whom each is named. */
const MOST_OTHERS = 10

/**
 * What tells whether a withdrawal is ordinary, in one read: money in and out by the books, the account, the sign-in, and
 * who has used the address, as its network compares addresses. 404 if there is no such withdrawal.
 */
export async function withdrawalBackground(tx: Tx, id: string): Promise<WithdrawalBackground> {
  const [withdrawal] = await selectByIds(tx, [id])
  if (withdrawal === undefined) refuse('not found', 'There is no such withdrawal.')
  const user = await findUser(tx, withdrawal.user_id)
  if (user === undefined) throw new Error(`user ${withdrawal.user_id} has gone`)
  const clock = await databaseClock(tx)
  const moved = await selectLifetime(tx, user.id)
  const others = await othersAt(tx, user.id, { network: withdrawal.network, address: withdrawal.wallet_address })
  return {
    as_of: clock.now().toISOString(),
    paid_in: toWire(moved.paid_in),
    paid_out: toWire(moved.paid_out),
    refunded: toWire(moved.refunded),
    first_paid_in:
      moved.first_id === null || moved.first_at === null
        ? null
        : { id: moved.first_id, at: moved.first_at.toISOString() },
    joined_at: user.created_at.toISOString(),
    kyc: user.kyc,
    kyc_decided_at: onWire(await checkDecidedAt(tx, user.id)),
    blocked: user.blocked_at !== null,
    password_changed_at: onWire(user.password_set_at > user.created_at ? user.password_set_at : null),
    reset_required: user.reset_required,
    new_device_at: onWire(await selectNewestDevice(tx, user.id)),
    address_distrusted_at: onWire(withdrawal.address_distrusted_at),
    ...(await ownUses(tx, withdrawal)),
    others: others.slice(0, MOST_OTHERS),
    others_count: others.length,
  }
}

type Place = { network: string; address: string }

/** What else this investor has asked for, and where to. */
async function ownUses(
  tx: Tx,
  {
    id,
    user_id,
    network,
    wallet_address: address,
  }: { id: string; user_id: string; network: string; wallet_address: string },
): Promise<Pick<WithdrawalBackground, 'waiting' | 'own'>> {
  const all = await selectOwnAddresses(tx, user_id, id)
  const here = all.filter((use) => isSameAddress(use, { network, address }))
  const open = all.filter(({ status }) => status === 'pending' || status === 'approved')
  const paid = countOf(all.filter(({ status }) => status === 'completed'))
  const paidHere = countOf(here.filter(({ status }) => status === 'completed'))
  const firstAt = here.map(({ first_at }) => first_at.getTime())
  return {
    waiting: { count: countOf(open), amount: toWire(sum(open.map(({ amount }) => amount))) },
    own: {
      ...{ count: countOf(here), paid: paidHere, paid_elsewhere: paid - paidHere },
      first_at: firstAt.length === 0 ? null : new Date(Math.min(...firstAt)).toISOString(),
    },
  }
}

/** Everybody else who has used an address, each once, the latest first. */
async function othersAt(tx: Tx, userId: string, place: Place): Promise<WithdrawalBackground['others']> {
  const uses = await selectUsesByOthers(tx, { spellings: spellingsOf(place), butNot: userId })
  const same = uses.filter((use) => isSameAddress(use, place))
  return [...Map.groupBy(same, ({ user_id }) => user_id).values()].flatMap((of) => {
    const [latest] = of
    return latest === undefined ? [] : [otherOf(latest, of)]
  })
}

function otherOf(latest: AddressUseRow, uses: readonly AddressUseRow[]): WithdrawalBackground['others'][number] {
  return {
    user: { id: latest.user_id, name: latest.name, email: latest.email },
    count: countOf(uses),
    paid: uses.reduce((total, { paid }) => total + paid, 0),
    latest: { kind: latest.latest_kind, id: latest.latest_id, at: latest.latest_at.toISOString() },
  }
}

function countOf(uses: readonly { count: number }[]): number {
  return uses.reduce((total, { count }) => total + count, 0)
}

function onWire(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
