/** Whether the app holds what the model says: every account, every balance, every record. */
import type pg from 'pg'
import type { Scene } from './plan.ts'
import { fromWire, largest, toWire } from './amounts.ts'
import { bookedOf, booksOf, earnedBy, endOf, heldFor, YIELD } from './books.ts'
import { allSpoken, isStrict, ownMoney, reserveFor, uncovered } from './reserve.ts'
import { DAY, own, runs, type Investment, type Person, type World } from './world.ts'

type Differences = string[]

/** All accounts of the books. Earnings are posted daily; what is not posted yet is at most what a day has earned. */
export async function compareAccounts(world: World, client: pg.Client): Promise<Differences> {
  const found: Differences = []
  const { rows } = await client.query<{ name: string; sum: string; balance: string }>(
    `SELECT a.name, a.balance::text AS balance, (coalesce(sum(e.amount), 0) * a.side)::text AS sum
       FROM account a LEFT JOIN entry e ON e.account_id = a.id GROUP BY a.id`,
  )
  const posted = new Map(rows.map(({ name, sum }) => [name, BigInt(sum)]))
  for (const { name, sum, balance } of rows) {
    if (sum !== balance) found.push(`${name} says ${balance}, and its entries are ${sum}`)
  }
  found.push(...(await comparePosted(world, client)))
  const required = bookedOf(world)
  for (const name of new Set([...required.keys(), ...posted.keys()])) {
    const [expected, is] = [required.get(name) ?? 0n, posted.get(name) ?? 0n]
    if (expected !== is) found.push(`${nameIn(world, name)} holds ${toWire(is)} instead of ${toWire(expected)}`)
  }
  const { rows: early } = await client.query<{ kind: string }>('SELECT kind FROM transfer WHERE effective_at > $1', [
    new Date(world.now),
  ])
  for (const { kind } of early) found.push(`a transfer counts from a time to come: ${kind}`)
  return found
}

/** Of each record: what of its earnings is posted, which lacks at most what a day has earned, and what is set apart for it. */
async function comparePosted(world: World, client: pg.Client): Promise<Differences> {
  const found: Differences = []
  const { rows } = await client.query<{ id: string; set_apart: string; posted: string | null }>(
    `SELECT id, set_apart::text, earned_posted::text AS posted
       FROM investment JOIN investment_earning ON investment_id = id
     UNION ALL SELECT id, set_apart::text, NULL FROM referral`,
  )
  const records = new Map([...world.investments, ...world.referrals].map((record) => [record.id, record]))
  for (const { id, set_apart, posted } of rows) {
    const record = records.get(id)
    if (record === undefined) found.push(`a record that nobody made: ${id}`)
    else different(found, `${record.kind} ${id} set apart`, set_apart, record.setApart)
    if (record?.kind !== 'investment' || posted === null) continue
    world.posted.set(id, BigInt(posted))
    const earned = earnedBy(record, world.now)
    const ofADay = record.status === 'approved' ? earned - earnedBy(record, world.now - DAY) : 0n
    const open = earned - BigInt(posted)
    if (open < 0n || open > ofADay)
      found.push(`investment ${id} of ${record.of.name} lacks ${open} of earnings, of ${ofADay} in a day`)
  }
  return found
}

/** What owners read of the reserve. */
export async function compareReserve(world: World, get: Scene['get']): Promise<Differences> {
  const found: Differences = []
  const [owner] = world.administrators
  if (owner === undefined) return found
  const said = await get(owner, '/api/admin/backing')
  const books = bookedOf(world)
  const held = books.get(YIELD) ?? 0n
  const open = uncovered(world).reduce((sum, { missing }) => sum + missing, 0n)
  const waits = allSpoken(world)
  different(found, 'backing', said.backing, isStrict(world) ? 'strict' : 'disclosed')
  for (const [what, is, expected] of [
    ['yield', said.yield, held],
    ['free', said.free, reserveFor(world).free],
    ['committed', said.committed, books.get('reserve/committed') ?? 0n],
    ['held', said.held, isStrict(world) ? waits : 0n],
    ['needed_for_strict', said.needed_for_strict, largest(open + waits - held, 0n)],
    ['own', said.own, ownMoney(world)],
  ] as const)
    different(found, `${what} of the reserve`, is, toWire(expected))
  return found
}

/** An account by its name, with a person or a wallet for the id. */
function nameIn(world: World, account: string): string {
  const names = [
    ...world.people.map(({ name, visitor }) => [visitor.id, name]),
    ...world.wallets.map(({ id, name }) => [id, name]),
  ]
  return names.reduce((text, [id = '', name = '']) => text.replace(id, name), account)
}

function different(found: Differences, what: string, is: unknown, expected: unknown): void {
  if (String(is) !== String(expected)) found.push(`${what}: ${String(is)} instead of ${String(expected)}`)
}

/** What an investor is shown of their own, and an administrator of them. */
export async function comparePerson(world: World, person: Person, get: Scene['get']): Promise<Differences> {
  const found: Differences = []
  const books = booksOf(world)
  const balance = (account: Parameters<typeof own>[1]) => toWire(books.get(own(person, account)) ?? 0n)
  const [administrator = person] = world.administrators
  const mine = await get(person, '/api/balance')
  const theirs = await get(administrator, `/api/view-user/${person.visitor.id}`)
  for (const [account, one, other] of [
    ['earnings', mine.account_balance, theirs.investment_balance],
    ['referral', mine.ref_bal, theirs.referral_balance],
    ['bonus', mine.bonus_balanace, theirs.bonus_balance],
    ['invested', mine.current_investment, theirs.active_investment],
    ['withdrawing', mine.withdrawing, theirs.withdrawing],
  ] as const) {
    different(found, `${person.name}'s ${account} in balance`, one, balance(account))
    different(found, `${person.name}'s ${account} in view-user`, other, balance(account))
  }
  const running = world.investments.filter(({ of, status }) => of === person && status === 'approved')
  const earned = running.reduce((sum, one) => sum + earnedBy(one, world.now), 0n)
  different(found, `${person.name}'s current_earning`, mine.current_earning, toWire(earned))
  const histories = await get(person, '/api/histories')
  compareInvestments(world, person, histories.investments, found)
  compareOthers(world, person, histories, found)
  return found
}

type Item = Record<string, string> & { id: string }

function compareInvestments(world: World, person: Person, items: Item[], found: Differences): void {
  const known = world.investments.filter(({ of }) => of === person)
  different(found, `${person.name}'s investments`, items.length, known.length)
  for (const item of items) {
    const one = known.find(({ id }) => id === item.id)
    if (one === undefined) found.push(`an investment that nobody made: ${item.id}`)
    else compareInvestment(world, one, item, found)
  }
}

const iso = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString())

function compareInvestment(world: World, one: Investment, item: Item, found: Differences): void {
  const what = `investment ${one.id}`
  different(found, `${what} status`, item['status'], one.status)
  different(found, `${what} amount`, item['amount'], toWire(one.amount))
  different(found, `${what} received`, item['received'], toWire(one.received))
  different(found, `${what} held`, item['held'], toWire(heldFor(world, one)))
  different(found, `${what} earned`, item['earned'], toWire(earnedBy(one, world.now)))
  different(found, `${what} reinvested`, item['reinvested'], one.reinvested)
  different(found, `${what} at_end`, item['at_end'], one.atEnd)
  different(found, `${what} created_at`, item['created_at'], iso(one.created))
  const unpaid = one.source === 'payment' && one.status === 'pending'
  different(found, `${what} expires_at`, item['expires_at'], iso(unpaid ? one.expires : undefined))
  different(found, `${what} began_at`, item['began_at'], iso(runs(one.status) ? one.began : undefined))
  different(found, `${what} ends_at`, item['ends_at'], iso(runs(one.status) ? endOf(one) : undefined))
}

function compareOthers(
  world: World,
  person: Person,
  lists: { withdrawals: Item[]; referrals: Item[] },
  found: Differences,
): void {
  const kinds = [
    ['withdrawal', lists.withdrawals, world.withdrawals.filter(({ of }) => of === person)],
    ['referral', lists.referrals, world.referrals.filter(({ inviter }) => inviter === person)],
  ] as const
  for (const [kind, items, known] of kinds) {
    different(found, `${person.name}'s ${kind}s`, items.length, known.length)
    for (const item of items) {
      const one = known.find(({ id }) => id === item.id)
      different(found, `${kind} ${item.id} status`, item['status'], one?.status)
      different(
        found,
        `${kind} ${item.id}${one !== undefined && 'investment' in one ? ` of ${one.investment.id}` : ''} amount`,
        fromWire(item['amount'] ?? ''),
        one?.amount,
      )
    }
  }
}
