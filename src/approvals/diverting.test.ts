/** Random sequences of everything that one administrator may do to the offer and to the others, alone. */
import fc from 'fast-check'
import { type Selectable, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Administrator } from '#kit/actor.ts'
import { DAY, HOUR } from '#kit/clock.ts'
import type { Wallet } from '#kit/database-schema.ts'
import type { Tx } from '#kit/database.ts'
import { Refusal } from '#kit/refusal.ts'
import { percentFromWire } from '#money/percent.ts'
import { refuseApproval } from './refuse.ts'
import { withdrawApproval } from './withdraw.ts'
import { createWallet } from '#wallets/create-wallet.ts'
import { updateWallet } from '#wallets/update-wallet.ts'
import { createPlan } from '#plans/create-plan.ts'
import { findPlan, planOnWire } from '#plans/find.ts'
import { updatePlan } from '#plans/update-plan.ts'
import { blockUser } from '#roles/block-user.ts'
import { inviteAdministrator } from '#roles/invite-administrator.ts'
import { requireReset } from '#roles/require-reset.ts'
import { setRoles } from '#roles/set-roles.ts'
import { signOutEverywhere } from '#roles/sign-out-everywhere.ts'
import { withdrawInvitation } from '#roles/withdraw-invitation.ts'
import { unblockUser } from '#roles/unblock-user.ts'
import { OUR_BITCOIN, SOMEBODYS_BITCOIN, THEIR_BITCOIN } from '../../test/support/addresses.ts'
import { openInvestingHouse } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { anAdministrator, aPlan, aWallet } from '../../test/support/people.ts'
import { agree, ENVIRONMENT } from '../../test/support/agreeing.ts'
import { changeSetting } from '#settings/change-setting.ts'

const APP_URL = 'http://localhost'
const house = opened(openInvestingHouse)

const name = fc.constantFrom('Bitcoin', 'bitcoin', 'Bitcoin main', 'Ether', 'Bitcoin (old)')
const address = fc.constantFrom(OUR_BITCOIN, THEIR_BITCOIN, SOMEBODYS_BITCOIN)
const step = fc.oneof(
  fc.record({ do: fc.constant('create wallet' as const), name, address, available: fc.boolean() }),
  fc.record(
    {
      do: fc.constant('update wallet' as const),
      of: fc.constantFrom('shown' as const, 'hidden' as const),
      name,
      address,
      available: fc.boolean(),
      coin: fc.constantFrom('BTC', null),
    },
    { requiredKeys: ['do', 'of'] },
  ),
  fc.record({ do: fc.constant('create plan' as const), rate: fc.constantFrom('0.1', '0.4', '5') }),
  fc.record(
    {
      ...{ do: fc.constant('update plan' as const), rate: fc.constantFrom('0.1', '0.4', '0.5') },
      ...{ bonus: fc.constantFrom('1', '5', '6'), most: fc.constantFrom('200', '5000', '9000') },
      ...{ durations: fc.constantFrom('7', '7, 14, 30', '1, 7'), available: fc.boolean() },
      ...{ name: fc.constantFrom('Launch', `Pay ${THEIR_BITCOIN}`), description: fc.constantFrom('', THEIR_BITCOIN) },
    },
    { requiredKeys: ['do'] },
  ),
  fc.record({
    do: fc.constant('change limit' as const),
    name: fc.constantFrom('second_approval_limit' as const, 'daily_alone_limit' as const),
    value: fc.constantFrom('1', '1000000', null),
  }),
  fc.record({ do: fc.constant('change kyc' as const), value: fc.constantFrom('withdraw', 'off', null) }),
  fc.record({
    ...{
      do: fc.constant('change setting' as const),
      name: fc.constantFrom(...(['support_url', 'approval_days', 'platform_name', 'explorer_bitcoin'] as const)),
    },
    value: fc.constantFrom('https://evil.test/{tx}', 'https://evil.test/login', '1', `Pay ${THEIR_BITCOIN}`, null),
  }),
  fc.record({
    do: fc.constantFrom(
      ...(['block', 'unblock', 'unblock puppet', 'take roles', 'raise puppet', 'invite'] as const),
      ...(['require reset', 'sign out', 'withdraw invitation', 'withdraw', 'refuse', 'agree', 'wait'] as const),
    ),
  }),
  // What the honest owner asks for, which the actor may agree to: then it is the word of two.
  fc.record({
    do: fc.constant('honest asks' as const),
    what: fc.constantFrom(...(['rename wallet', 'show wallet', 'raise plan', 'raise limit'] as const)),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type HonestWish = (Step & { do: 'honest asks' })['what']
const HONEST = { name: 'Ours', rate: '0.45', limit: '900.00' } as const

type Scene = {
  actor: Administrator
  other: Administrator
  /** who would do what the actor says, and cannot sign in */
  puppet: Administrator
  planId: string
  wallets: { shown: string; hidden: string }
  /** what the honest owner has asked for by now */
  wishes: Set<HonestWish>
}
/** Whose requests the actor has agreed to, in all rounds. */
const agreedTo: string[] = []

/** Does it as far as it is not refused; what it asks for waits. */
async function tryTo({ actor, other, puppet, planId, wallets, wishes }: Scene, it: Step): Promise<void> {
  const { db, clock } = house
  /** One by one: what is refused of one holds up none of the others. */
  const withEach = async (decide: (tx: Tx, request: { id: string }) => Promise<unknown>) => {
    for (const { id, asked_by } of await waitingNow()) {
      await house
        .write((tx) => decide(tx, { id }))
        .then(
          () => agreedTo.push(...(it.do === 'agree' ? [asked_by === other.userId ? 'the owner' : asked_by] : [])),
          unlessRefused,
        )
    }
  }
  const changeWallet = async (by: Administrator, id: string, to: object) => {
    const now = await db.selectFrom('wallet').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { name, address, available } = { ...now, ...to }
    return house.write((tx) => updateWallet(tx, clock, by, { id, name, address, available, ...to }))
  }
  const changePlan = (by: Administrator, to: Partial<ReturnType<typeof planOnWire>>) =>
    house.write(async (tx) => {
      const plan = await findPlan(tx, planId)
      if (plan === undefined) throw new Error('the plan has gone')
      return updatePlan(tx, clock, by, { ...planOnWire({ description: '', ...plan }), ...to })
    })
  const act = async () => {
    switch (it.do) {
      case 'create wallet':
        return house.write((tx) => createWallet(tx, clock, actor, it))
      case 'update wallet': {
        const { do: _do, of, ...to } = it
        return changeWallet(actor, wallets[of], to)
      }
      case 'create plan':
        return house.write((tx) => createPlan(tx, clock, actor, { ...PLAN, daily_roi: it.rate }))
      case 'update plan': {
        const { rate, bonus, most, durations, available, name: called, description } = it
        return changePlan(actor, {
          ...(rate && { daily_roi: rate }),
          ...(bonus && { ref_bonus: bonus }),
          ...(most && { max_amount: most }),
          ...(durations && { durations_copy: durations }),
          ...(called && { name: called }),
          ...(description !== undefined && { description }),
          ...(available !== undefined && { available }),
        })
      }
      case 'change limit':
      case 'change kyc':
      case 'change setting': {
        const { value } = it
        const name = it.do === 'change kyc' ? 'kyc' : it.name
        const input = { name, value, reason: 'Why not' } as const
        if (!actor.roles.includes('owner')) return undefined
        return house.write((tx) => changeSetting(tx, clock, actor, input, ENVIRONMENT))
      }
      case 'block':
        return house.write((tx) => blockUser(tx, clock, actor, { id: other.userId, reason: 'Out', appUrl: APP_URL }))
      case 'unblock':
        return house.write((tx) => unblockUser(tx, clock, actor, { id: other.userId, reason: 'In', appUrl: APP_URL }))
      case 'unblock puppet':
        return house.write((tx) => unblockUser(tx, clock, actor, { id: puppet.userId, reason: 'In', appUrl: APP_URL }))
      case 'raise puppet':
        return house.write((tx) => setRoles(tx, clock, actor, { id: puppet.userId, roles: ['owner'] }))
      case 'take roles':
        return house.write((tx) => setRoles(tx, clock, actor, { id: other.userId, roles: ['support'] }))
      case 'invite': {
        const invitation = { email: 'sock@plumb.test', roles: ['owner' as const], reason: 'A friend', appUrl: APP_URL }
        return house.write((tx) => inviteAdministrator(tx, clock, actor, invitation))
      }
      case 'require reset':
        return house.write((tx) => requireReset(tx, clock, actor, { id: other.userId, appUrl: APP_URL }))
      case 'sign out':
        return house.write((tx) => signOutEverywhere(tx, clock, actor, { id: other.userId }))
      case 'withdraw invitation': {
        const { id } = (await db.selectFrom('role_invitation').select('id').executeTakeFirst()) ?? { id: actor.userId }
        return house.write((tx) => withdrawInvitation(tx, clock, actor, { id }))
      }
      case 'withdraw':
        return withEach((tx, request) => withdrawApproval(tx, clock, actor, request))
      case 'refuse':
        return withEach((tx, request) => refuseApproval(tx, clock, actor, { ...request, reason: 'No.' }))
      case 'agree':
        return withEach((tx, request) => agree(tx, { settings: ENVIRONMENT }, actor, request))
      case 'honest asks': {
        const mayAsk = db.selectFrom('app_user').select('id').where('blocked_at', 'is', null)
        const isThere = await mayAsk
          .where('id', '=', other.userId)
          .where(sql<boolean>`roles @> '{owner}'`)
          .executeTakeFirst()
        if (isThere === undefined) return undefined
        wishes.add(it.what)
        const ask = {
          'rename wallet': () => changeWallet(other, wallets.shown, { name: `${HONEST.name} ${wallets.shown}` }),
          'show wallet': () => changeWallet(other, wallets.hidden, { available: true }),
          'raise plan': () => changePlan(other, { daily_roi: HONEST.rate }),
          'raise limit': () => {
            const input = { name: 'second_approval_limit', value: HONEST.limit, reason: 'Smaller steps' } as const
            return house.write((tx) => changeSetting(tx, clock, other, input, ENVIRONMENT))
          },
        }
        return ask[it.what]()
      }
      case 'wait':
        return clock.move(HOUR)
    }
  }
  await act().catch(unlessRefused)
}

const unlessRefused = (error: unknown) => {
  if (!(error instanceof Refusal)) throw error
}
const waitingNow = () =>
  house.db.selectFrom('approval').select(['id', 'asked_by']).where('state', '=', 'waiting').orderBy('id').execute()

const PLAN = {
  ...{ name: 'Launch', description: '', min_amount: '100', max_amount: '5000' },
  ...{ durations_copy: '7', ref_bonus: '5' },
}

test.each(['reviewer', 'owner'] as const)(
  'whatever a %s does alone beside an owner, investors are shown no other address and no better plan, and no limit changes, nor when an identity check is needed, where Support leads, who mail comes from or how long a request waits; nobody else becomes an administrator',
  async (role) => {
    const { db } = house
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        // Who was an administrator in another round does not count any more.
        await house.clock.move(4 * DAY)
        const over = { state: 'expired' as const, decided_at: house.clock.now() }
        await db.updateTable('approval').set(over).where('state', '=', 'waiting').execute()
        await db.updateTable('setting').set({ value: null }).where('name', '=', 'second_approval_limit').execute()
        await db.updateTable('app_user').set({ roles: [] }).execute()
        await db.updateTable('wallet').set({ available: false }).execute()
        await db.updateTable('plan').set({ available: false }).execute()
        const other = await anAdministrator(db, ['owner'])
        const actor = await anAdministrator(db, [role])
        const puppet = await anAdministrator(db, ['reviewer'])
        const blocked_at = new Date(house.clock.now().getTime() - 10 * DAY)
        await db
          .updateTable('app_user')
          .set({ blocked_at, blocked_reason: 'Out' })
          .where('id', '=', puppet.userId)
          .execute()
        const wallets = { shown: await aWallet(db), hidden: await aWallet(db, { available: false }) }
        const planId = await aPlan(db)
        const wishes = new Set<HonestWish>()
        const [plan] = (await offer()).plans
        const [limit, invited] = [await limits(), await invitations()]
        const wallet = await db
          .selectFrom('wallet')
          .selectAll()
          .where('id', '=', wallets.shown)
          .executeTakeFirstOrThrow()
        const hidden = await db
          .selectFrom('wallet')
          .selectAll()
          .where('id', '=', wallets.hidden)
          .executeTakeFirstOrThrow()
        for (const one of steps) {
          await tryTo({ actor, other, puppet, planId, wallets, wishes }, one)
          expect(await administrators([actor.userId, other.userId])).toEqual([])
          const now = await offer()
          const mayBeShown = [
            wallet,
            ...(wishes.has('rename wallet') ? [{ ...wallet, name: `${HONEST.name} ${wallet.id}` }] : []),
            ...(wishes.has('show wallet') ? [hidden] : []),
          ].map(shownOf)
          for (const shown of now.wallets) expect(mayBeShown).toContainEqual(shownOf(shown))
          const most = wishes.has('raise plan') ? percentFromWire(HONEST.rate) : plan?.daily_roi
          for (const { daily_roi, ref_bonus, max_amount, durations, ...words } of now.plans) {
            const { id, name: called, description } = words
            expect({ id, called, description }).toEqual({ id: planId, called: plan?.name, description: '' })
            expect(plan && most && daily_roi <= most && ref_bonus <= plan.ref_bonus).toBe(true)
            expect(plan && max_amount <= plan.max_amount).toBe(true)
            expect(plan?.durations).toEqual(expect.arrayContaining(durations))
          }
          const lowered = limit.map((row) =>
            row.name === 'second_approval_limit' ? { ...row, value: HONEST.limit } : row,
          )
          expect(wishes.has('raise limit') ? [limit, lowered] : [limit]).toContainEqual(await limits())
          expect(await invitations()).toEqual(invited)
        }
      }),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 8), examples: AGREES_TO_OTHERS },
    )
    // nobody's but the owner's: never their own
    expect(new Set(agreedTo)).toEqual(new Set(['the owner']))
  },
)

/** Each wish of the honest owner's is agreed to, with requests of the actor's own beside it. */
const AGREES_TO_OTHERS = (['rename wallet', 'show wallet', 'raise plan', 'raise limit'] as const).map(
  (what): [Step[]] => [
    [
      { do: 'create wallet', name: 'Bitcoin main', address: THEIR_BITCOIN, available: true },
      { do: 'honest asks', what },
      { do: 'agree' },
    ],
  ],
)

const shownOf = ({ id, name: called, address: leadsTo, network, coin }: Selectable<Wallet>) => ({
  ...{ id, called, leadsTo, network, coin },
})

const offer = async () => ({
  wallets: await house.db.selectFrom('wallet').selectAll().where('available', '=', true).execute(),
  plans: await house.db.selectFrom('plan').selectAll().where('available', '=', true).execute(),
})
/** Who can act as an administrator, or would be more of one, besides these. */
const administrators = (but: string[]) =>
  house.db
    .selectFrom('app_user')
    .select(['id', 'roles'])
    .where('id', 'not in', but)
    .where(sql<boolean>`roles <> '{}' AND (blocked_at IS NULL OR roles <> '{reviewer}')`)
    .execute()
const LIMITS = [
  ...(['second_approval_limit', 'daily_alone_limit'] as const),
  ...(['kyc', 'support_url', 'approval_days', 'platform_name', 'explorer_bitcoin'] as const),
]
const limits = () => house.db.selectFrom('setting').selectAll().where('name', 'in', LIMITS).orderBy('id').execute()
const invitations = () => house.db.selectFrom('role_invitation').selectAll().execute()
