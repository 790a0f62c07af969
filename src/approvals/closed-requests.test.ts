import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { waitingApprovals } from './read.ts'
import type { Administrator, Investor, Role } from '#kit/actor.ts'
import { DAY, MINUTE } from '#kit/clock.ts'
import { hashToken, newSecret } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { resetPassword } from '#identity/reset-password.ts'
import { blockUser } from '#roles/block-user.ts'
import { requireReset } from '#roles/require-reset.ts'
import { setRoles } from '#roles/set-roles.ts'
import { signOutEverywhere } from '#roles/sign-out-everywhere.ts'
import { unblockUser } from '#roles/unblock-user.ts'
import { recordFunds } from '#wallets/record-funds.ts'
import { openInvestingHouse } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { anAdministrator, anInvestor, usd } from '../../test/support/people.ts'
import { agree, ENVIRONMENT } from '../../test/support/agreeing.ts'
import { topUpUser } from '#adjustments/top-up.ts'
import { nothingBegun } from '../../test/support/registering.ts'

const APP_URL = 'http://localhost'

const house = opened(openInvestingHouse)
let owner: Administrator
let requester: Administrator
let investors: Investor[]
beforeAll(async () => {
  owner = house.administrator
  investors = await Promise.all(Array.from({ length: 60 }, () => anInvestor(house.db)))
})
beforeEach(async () => {
  requester = await anAdministrator(house.db, ['reviewer'])
})

/** Above the limit, so that it waits; the id of the request. */
const ask = (to: Investor | undefined, actor = requester) =>
  house.write(async (tx) => {
    const input = { userId: to?.userId ?? '', account: 'bonus', amount: usd(2000), category: null } as const
    return topUpUser(tx, actor, { ...input, reason: 'Late' })
  })
const requestsOf = ({ userId }: Administrator) =>
  house.db.selectFrom('approval').selectAll().where('asked_by', '=', userId).orderBy('id').execute()
const block = (id = requester.userId) =>
  house.write((tx) => blockUser(tx, house.clock, owner, { id, reason: 'Stolen', appUrl: APP_URL }))
const unblock = (id = requester.userId) =>
  house.write((tx) => unblockUser(tx, house.clock, owner, { id, reason: 'Theirs again', appUrl: APP_URL }))
const give = (roles: Role[], id = requester.userId) =>
  house.write((tx) => setRoles(tx, house.clock, owner, { id, roles }))
const signOut = (id = requester.userId, actor = owner) =>
  house.write((tx) => signOutEverywhere(tx, house.clock, actor, { id }))
/** Somebody uses a link that was mailed to them. */
async function choosePassword({ userId }: Administrator): Promise<void> {
  const [token, now] = [newSecret(), house.clock.now()]
  const link = { token_hash: hashToken(token), user_id: userId, created_at: now, used_at: null }
  await house.db
    .insertInto('reset_link')
    .values({ ...link, expires_at: new Date(now.getTime() + MINUTE) })
    .execute()
  const input = { token, passwordHash: 'another', device: newSecret() }
  const request = { address: '192.0.2.1', userAgent: '', cookies: {}, bearer: undefined }
  await house.write((tx) => resetPassword(tx, house.clock, input, request, nothingBegun))
}
const toldTo = ({ userId }: Administrator) =>
  house.db.selectFrom('notification').select(['title']).where('user_id', '=', userId).execute()

describe('what somebody has asked for', () => {
  test.each([
    ['is blocked', () => block(), 'was blocked'],
    ['loses the role', () => give(['support']), 'can no longer ask for this'],
    [
      'is told to reset',
      () => house.write((tx) => requireReset(tx, house.clock, owner, { id: requester.userId, appUrl: APP_URL })),
      'new password',
    ],
    ['is signed out everywhere', () => signOut(), 'was signed out everywhere'],
  ])('is refused when they are the one who %s, so that nothing is held up', async (_how, goes, why) => {
    const asked = [await ask(investors[0]), await ask(investors[1])]
    await goes()
    expect(await requestsOf(requester)).toMatchObject(
      asked.map((id) => ({
        ...{ id, state: 'refused', decided_by: owner.userId, decided_at: expect.any(Date) },
        decision_reason: expect.stringContaining(why),
      })),
    )
    const lines = await house.db
      .selectFrom('audit_entry')
      .select(['actor_id', 'subject_id', 'after', 'reason'])
      .where('action', '=', 'second approval refused')
      .where('actor_id', '=', owner.userId)
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(new Set(lines.map(({ subject_id }) => subject_id))).toEqual(
      new Set([investors[0]?.userId, investors[1]?.userId]),
    )
    expect(lines[0]).toMatchObject({ reason: expect.stringContaining(why), after: { state: 'refused' } })
    // who has gone is told once of that, and not of each
    expect(await toldTo(requester)).toHaveLength(1)
    // another administrator goes on with the same record
    const other = await anAdministrator(house.db, ['reviewer'])
    const anew = await ask(investors[0], other)
    expect(anew).toBeDefined()
    await house.write((tx) => agree(tx, { settings: ENVIRONMENT }, owner, { id: anew ?? '' }))
    await house.days(1)
  })

  test.each([
    ['chooses a new password', () => choosePassword(requester), 'has chosen a new password'],
    [
      'signs out everywhere',
      () => signOut(requester.userId, { ...requester, roles: ['owner'] }),
      'was signed out everywhere',
    ],
  ])('ends by nobody’s decision when they are the one who %s', async (_how, goes, why) => {
    const asked = [await ask(investors[5]), await ask(investors[6])]
    await goes()
    expect(await requestsOf(requester)).toMatchObject(
      asked.map((id) => ({ id, state: 'expired', decided_by: null, decision_reason: expect.stringContaining(why) })),
    )
    const lines = await house.db
      .selectFrom('audit_entry')
      .select(['subject_id', 'reason'])
      .where('action', '=', 'second approval expired')
      .where('actor_id', '=', requester.userId)
      .execute()
    expect(lines.map(({ reason }) => reason)).toEqual([expect.stringContaining(why), expect.stringContaining(why)])
    expect(await ask(investors[5])).toBeDefined()
    await house.days(1)
    await block()
  })

  test('is closed beside whoever agrees to it at the same moment, fifty times over', async () => {
    for (let round = 0; round < 50; round += 1) {
      const waits = (await ask(investors[7])) ?? ''
      const outcomes = await Promise.allSettled([
        choosePassword(requester),
        house.write((tx) => agree(tx, { settings: ENVIRONMENT }, owner, { id: waits })),
      ])
      expect(outcomes[0]?.status).toBe('fulfilled')
      const [{ state } = { state: '' }] = (await requestsOf(requester)).filter(({ id }) => id === waits)
      expect(state).toBe(outcomes[1]?.status === 'fulfilled' ? 'agreed' : 'expired')
    }
    await house.days(1)
  })

  test('does not come back with the role', async () => {
    const waits = (await ask(investors[2])) ?? ''
    await give(['support'])
    await give(['reviewer'])
    await expect(house.write((tx) => agree(tx, { settings: ENVIRONMENT }, owner, { id: waits }))).rejects.toThrow(
      'been refused',
    )
    const again = (await ask(investors[2])) ?? ''
    await block()
    await unblock()
    await expect(house.write((tx) => agree(tx, { settings: ENVIRONMENT }, owner, { id: again }))).rejects.toThrow(
      'been refused',
    )
  })

  test('goes on waiting where they may still ask for it', async () => {
    const second = await anAdministrator(house.db, ['owner'])
    const funds = {
      walletId: house.walletId,
      amount: usd(2000),
      direction: 'in',
      account: 'capital',
      reason: 'Ours',
    } as const
    const ofOwners = await house.write((tx) => recordFunds(tx, second, funds))
    const ofReviewers = await ask(investors[3], second)
    const asksOwner = await give(['reviewer'], second.userId)
    expect(asksOwner).toBeUndefined()
    expect(await requestsOf(second)).toMatchObject([
      { id: ofOwners.waits, state: 'refused' },
      { id: ofReviewers, state: 'waiting' },
    ])
    await give([], second.userId)
    expect((await requestsOf(second)).map(({ state }) => state)).toEqual(['refused', 'refused'])
    await house.days(4)
  })

  test('ends by nobody’s decision where it is about whoever blocks them', async () => {
    const waits = await ask(owner as unknown as Investor)
    await block()
    expect(await requestsOf(requester)).toMatchObject([{ id: waits, state: 'expired', decided_by: null }])
    expect((await requestsOf(requester))[0]?.decision_reason).toContain('was blocked')
  })

  test('waits while a change of their roles waits itself', async () => {
    const second = await anAdministrator(house.db, ['owner'])
    const waits = await ask(investors[4])
    const change = await give([])
    expect(change).toBeDefined()
    expect(await requestsOf(requester)).toMatchObject([{ id: waits, state: 'waiting' }])
    await house.write((tx) => agree(tx, { settings: ENVIRONMENT }, second, { id: change ?? '' }))
    expect(await requestsOf(requester)).toMatchObject([{ id: waits, state: 'refused', decided_by: second.userId }])
    await block(second.userId)
    await house.clock.move(4 * DAY)
  })

  test('is fifty requests at most at a time, also when sixty are asked for at once', async () => {
    const outcomes = await Promise.allSettled(investors.map((investor) => ask(investor)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue
      expect(outcome.reason).toBeInstanceOf(Refusal)
      expect(outcome.reason).toMatchObject({ code: 'wrong state', message: expect.stringContaining('Withdraw some') })
    }
    expect(await requestsOf(requester)).toHaveLength(50)
    // of another's there may be as many
    const other = await anAdministrator(house.db, ['reviewer'])
    const free = investors[outcomes.findIndex(({ status }) => status === 'rejected')]
    expect(await ask(free, other)).toBeDefined()
    await block()
    const { items } = await house.write((tx) => waitingApprovals(tx, owner))
    expect(items.map(({ asked_by }) => asked_by.id)).toEqual([other.userId])
  })

  test('is counted one by one: of two who come to the fiftieth together one is refused', async () => {
    // of whom nothing waits that another administrator has asked for
    const fresh = await Promise.all(Array.from({ length: 51 }, () => anInvestor(house.db)))
    for (const investor of fresh.slice(0, 49)) expect(await ask(investor)).toBeDefined()
    const client = new pg.Client({ connectionString: house.ownerUrl })
    await client.connect()
    try {
      // held as whoever asks at that moment holds it, until both have come
      await client.query('BEGIN')
      await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`asking/${requester.userId}`])
      const both = Promise.allSettled([ask(fresh[49]), ask(fresh[50])])
      const waiting = async () => {
        const { rows } = await client.query(
          `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        )
        return rows.length
      }
      await expect.poll(waiting).toBe(2)
      expect(await requestsOf(requester)).toHaveLength(49)
      await client.query('COMMIT')
      const outcomes = await both
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'wrong state' } })
    } finally {
      await client.end()
    }
    expect(await requestsOf(requester)).toHaveLength(50)
    await block()
  })
})
