/** Random sequences of everything that one administrator may do to the offer and to the others, alone. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Administrator } from '#kit/actor.ts'
import { DAY, HOUR } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { withdrawApproval } from './withdraw.ts'
import { createWallet } from '#wallets/create-wallet.ts'
import { updateWallet } from '#wallets/update-wallet.ts'
import { createPlan } from '#plans/create-plan.ts'
import { findPlan, planOnWire } from '#plans/find.ts'
import { updatePlan } from '#plans/update-plan.ts'
import { blockUser } from '#roles/block-user.ts'
import { inviteAdministrator } from '#roles/invite-administrator.ts'
import { setRoles } from '#roles/set-roles.ts'
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
  fc.record({ do: fc.constant('change limit' as const), value: fc.constantFrom('1', '1000000', null) }),
  fc.record({ do: fc.constant('change kyc' as const), value: fc.constantFrom('withdraw', 'off', null) }),
  fc.record({
    ...{
      do: fc.constant('change setting' as const),
      name: fc.constantFrom('support_url' as const, 'approval_days' as const, 'platform_name' as const),
    },
    value: fc.constantFrom('https://evil.test/login', '1', `Pay ${THEIR_BITCOIN}`, null),
  }),
  fc.record({
    do: fc.constantFrom(
      ...(['block', 'unblock', 'unblock puppet', 'take roles', 'raise puppet', 'invite'] as const),
      ...(['withdraw', 'agree', 'wait'] as const),
    ),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

type Scene = {
  actor: Administrator
  other: Administrator
  /** who would do what the actor says, and cannot sign in */
  puppet: Administrator
  planId: string
  wallets: { shown: string; hidden: string }
}

/** Does it as far as it is not refused; what it asks for waits. */
async function tryTo({ actor, other, puppet, planId, wallets }: Scene, it: Step): Promise<void> {
  const { db, clock } = house
  const waiting = () => db.selectFrom('approval').select('id').where('state', '=', 'waiting').execute()
  const act = async () => {
    switch (it.do) {
      case 'create wallet':
        return house.write((tx) => createWallet(tx, clock, actor, it))
      case 'update wallet': {
        const id = wallets[it.of]
        const now = await db.selectFrom('wallet').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        const { name = now.name, address = now.address, available = now.available } = it
        return house.write((tx) => updateWallet(tx, clock, actor, { id, name, address, available }))
      }
      case 'create plan':
        return house.write((tx) => createPlan(tx, clock, actor, { ...PLAN, daily_roi: it.rate }))
      case 'update plan': {
        const { rate, bonus, most, durations, available, name: called, description } = it
        return house.write(async (tx) => {
          const plan = await findPlan(tx, planId)
          if (plan === undefined) throw new Error('the plan has gone')
          const now = planOnWire({ description: '', ...plan })
          const to = {
            ...{ daily_roi: rate ?? now.daily_roi, ref_bonus: bonus ?? now.ref_bonus },
            ...{ max_amount: most ?? now.max_amount, durations_copy: durations ?? now.durations_copy },
            ...{ name: called ?? now.name, description: description ?? now.description },
          }
          return updatePlan(tx, clock, actor, { ...now, ...to, available: available ?? now.available })
        })
      }
      case 'change limit':
      case 'change kyc':
      case 'change setting': {
        const { value } = it
        const name = it.do === 'change setting' ? it.name : it.do === 'change kyc' ? 'kyc' : 'second_approval_limit'
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
      case 'withdraw':
        for (const { id } of await waiting()) await house.write((tx) => withdrawApproval(tx, clock, actor, { id }))
        return undefined
      case 'agree': {
        for (const { id } of await waiting())
          await house.write((tx) => agree(tx, { settings: ENVIRONMENT }, actor, { id }))
        return undefined
      }
      case 'wait':
        return clock.move(HOUR)
    }
  }
  await act().catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

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
        const [before, limit, invited] = [await offer(), await limits(), await invitations()]
        const [wallet] = before.wallets
        const [plan] = before.plans
        for (const one of steps) {
          await tryTo({ actor, other, puppet, planId, wallets }, one)
          expect(await administrators([actor.userId, other.userId])).toEqual([])
          const now = await offer()
          for (const { id, name: called, address: leadsTo, network } of now.wallets) {
            expect({ id, called, leadsTo, network }).toEqual({
              ...{ id: wallet?.id, called: wallet?.name, leadsTo: wallet?.address, network: wallet?.network },
            })
          }
          for (const { daily_roi, ref_bonus, max_amount, durations, ...words } of now.plans) {
            const { id, name: called, description } = words
            expect({ id, called, description }).toEqual({ id: planId, called: plan?.name, description: '' })
            expect(plan && daily_roi <= plan.daily_roi && ref_bonus <= plan.ref_bonus).toBe(true)
            expect(plan && max_amount <= plan.max_amount).toBe(true)
            expect(plan?.durations).toEqual(expect.arrayContaining(durations))
          }
          expect([await limits(), await invitations()]).toEqual([limit, invited])
        }
        for (const { id } of await db.selectFrom('approval').select('id').where('state', '=', 'waiting').execute()) {
          await house.write((tx) => withdrawApproval(tx, house.clock, actor, { id }))
        }
      }),
      { numRuns: 60 },
    )
  },
)

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
const limits = () =>
  house.db
    .selectFrom('setting')
    .selectAll()
    .where('name', 'in', ['second_approval_limit', 'kyc', 'support_url', 'approval_days', 'platform_name'])
    .orderBy('id')
    .execute()
const invitations = () => house.db.selectFrom('role_invitation').selectAll().execute()
