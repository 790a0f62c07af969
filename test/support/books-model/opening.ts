/** How every story begins: two administrators, investors of whom some invited others, wallets, plans and some money. */
import { OUR_BITCOIN, THEIR_BITCOIN } from '../addresses.ts'
import type { TestApp } from '../app.ts'
import { giveRoles } from '../roles.ts'
import { fromWire, USD } from './amounts.ts'
import type { Chance } from './chance.ts'
import { custody, newWorld, type Person, type World } from './world.ts'
import { put } from './books.ts'

const PAYMENT_WALLETS = [
  { name: 'Bitcoin', network: 'bitcoin', ours: OUR_BITCOIN, theirs: THEIR_BITCOIN, available: true },
  {
    ...{ name: 'Ether', network: 'ethereum', ours: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
    ...{ theirs: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', available: true },
  },
  {
    ...{ name: 'Old', network: 'bitcoin', ours: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
    ...{ theirs: THEIR_BITCOIN, available: false },
  },
]
const PLANS = [
  {
    ...{ name: 'Steady', min_amount: '100', max_amount: '5000', durations_copy: '7, 14', ref_bonus: '5' },
    ...{ daily_roi: '0.4', early_roi: '0.1' },
  },
  { name: 'Quick', min_amount: '10.50', max_amount: '900', durations_copy: '2', ref_bonus: '0', daily_roi: '1.2345' },
  {
    name: 'Odd',
    min_amount: '1',
    max_amount: '2500',
    durations_copy: '1, 3',
    ref_bonus: '7.3333',
    daily_roi: '0.0777',
    early_roi: '0.0777',
  },
]
const FLOAT = 15_000n * USD

/** A percent as people type it, in ten-thousandths of a percent. */
const share = (percent: string) => fromWire(percent) / 100n

export async function openStory(house: TestApp, chance: Chance): Promise<World> {
  const world = newWorld(house.clock.now().getTime())
  const owner: Person = { name: 'owner', visitor: await house.owner(), role: 'owner', inviter: undefined }
  await addWallets(world, owner)
  await addPlans(world, owner)
  const join = async (name: string, inviter?: Person, role?: Person['role']) => {
    const visitor = house.visitor()
    await visitor.join(name, inviter === undefined ? {} : { referral: inviter.visitor.name })
    if (role !== undefined) await giveRoles(owner.visitor, visitor, [role])
    const person: Person = { name, visitor, role, inviter }
    world.people.push(person)
    return person
  }
  // Where both are owners, what only owners do has a second person, too.
  const second = await join('rita', undefined, chance.percent(50) ? 'owner' : 'reviewer')
  world.administrators.push(owner, second)
  const ada = await join('ada')
  const bob = await join('bob', ada)
  await join('cyd', bob)
  await join('dan', ada)
  await join('eve', second)
  return world
}

async function addWallets(world: World, owner: Person): Promise<void> {
  for (const { name, network, ours, available } of PAYMENT_WALLETS) {
    await owner.visitor.must('/api/create-wallet', { name, network, address: ours, available })
  }
  const { wallets } = (await owner.visitor.get('/api/admin-histories')).body
  for (const terms of PAYMENT_WALLETS) {
    const { id } = wallets.find((item: { wallet_name: string }) => item.wallet_name === terms.name)
    const wallet = { id, ...terms }
    world.wallets.push(wallet)
    const funds = { wallet_id: id, amount: '15000', direction: 'in', account: 'capital', reason: 'To begin with.' }
    await owner.visitor.must('/api/record-funds', funds)
    world.corrections.push({ by: owner, subject: `funds of ${id}`, at: world.now, counts: FLOAT })
    put(world.adjusted, custody(wallet), FLOAT)
    put(world.adjusted, 'equity/capital', FLOAT)
  }
}

async function addPlans(world: World, owner: Person): Promise<void> {
  for (const terms of PLANS) await owner.visitor.must('/api/create-plan', { ...terms, description: '' })
  const { plans } = (await owner.visitor.get('/api/admin-histories')).body
  for (const terms of PLANS) {
    const { id, durations } = plans.find((item: { name: string }) => item.name === terms.name)
    world.plans.push({
      ...{ id, fields: { ...terms, description: '' }, durations, available: true, madeBy: owner },
      ...{ least: fromWire(terms.min_amount), most: fromWire(terms.max_amount) },
      ...{ rate: share(terms.daily_roi), bonus: share(terms.ref_bonus) },
      early: share('early_roi' in terms ? terms.early_roi : '0'),
    })
  }
}
