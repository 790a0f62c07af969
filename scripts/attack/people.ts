/** One person of each kind, and two of those of whom one might do something to the other. */
import type pg from 'pg'
import type { FullStory } from '../../test/support/full-story.ts'
import { OWNER } from '../../test/support/app.ts'
import { giveRoles, type Role } from '../../test/support/roles.ts'
import { Visitor } from '../../test/support/visitor.ts'
import { PASSWORD } from '../../test/support/walk.ts'

export const KINDS = [
  ...(['visitor', 'registrant', 'investor', 'other investor', 'support', 'reviewer', 'second reviewer'] as const),
  ...(['owner', 'second owner', 'investor, one half', 'owner, one half'] as const),
] as const
export type Kind = (typeof KINDS)[number]

export type Person = {
  kind: Kind
  visitor: Visitor
  roles: readonly Role[]
  /** has one half of a session alone */
  oneHalf: boolean
}
export type People = Record<Kind, Person>

/** What an attack that went through may have changed of a person, and is put back so that they can go on. */
const PUT_BACK = [
  ...['email', 'phone', 'roles', 'blocked_at', 'blocked_reason', 'reset_required', 'password_hash', 'password_set_at'],
  ...['withdrawals_paused_until', 'withdrawals_paused_for', 'closed_at'],
]

/** Brings in whom the story lacks. The investors of the story have a record in each state. */
export async function bringPeople({ house, owner, investor }: FullStory): Promise<People> {
  const join = async (name: string) => {
    const visitor = house.visitor()
    await visitor.join(name)
    return visitor
  }
  const withRole = async (name: string, role: Role) => {
    const visitor = await join(name)
    await giveRoles(owner, visitor, [role])
    return visitor
  }
  const oneHalf = async (email: string, password: string) => {
    const visitor = house.visitor()
    visitor.email = email
    visitor.keepSession(await visitor.post('/api/login', { email, password }))
    return visitor
  }
  const registrant = house.visitor()
  await registrant.register('the-registrant')
  const other = await join('other-investor')
  await investInPlan(other)
  await owner.must(`/api/topup-user/${other.id}`, { amount: '500', account: 'earnings', reason: 'To begin with' })
  const person = (kind: Kind, visitor: Visitor, roles: readonly Role[] = []): Person => ({
    ...{ kind, visitor, roles, oneHalf: kind.endsWith('one half') },
  })
  // made while there is one owner, who decides alone
  const [support, reviewer, second] = [
    await withRole('the-support', 'support'),
    await withRole('the-reviewer', 'reviewer'),
    await withRole('second-reviewer', 'reviewer'),
  ]
  const secondOwner = await withRole('second-owner', 'owner')
  return {
    visitor: person('visitor', house.visitor()),
    registrant: person('registrant', registrant),
    investor: person('investor', investor),
    'other investor': person('other investor', other),
    support: person('support', support, ['support']),
    reviewer: person('reviewer', reviewer, ['reviewer']),
    'second reviewer': person('second reviewer', second, ['reviewer']),
    owner: person('owner', owner, ['owner']),
    'second owner': person('second owner', secondOwner, ['owner']),
    'investor, one half': person('investor, one half', await oneHalf(investor.email, PASSWORD)),
    'owner, one half': person('owner, one half', await oneHalf(OWNER.email, OWNER.password), ['owner']),
  }
}

async function investInPlan(investor: Visitor): Promise<void> {
  const { plans, wallets } = (await investor.get('/api/histories')).body
  const plan = plans.find(({ name }: { name: string }) => name === 'Steady')
  const choice = { plan_id: plan.id, wallet_id: wallets[0].id, amount: '200', duration: 7 }
  await investor.must('/api/save-investment', choice)
}

export const passwordOf = ({ visitor }: Person) => (visitor.email === OWNER.email ? OWNER.password : PASSWORD)

/** Puts people back as they came where an attack that was allowed (an owner blocks somebody) has changed them. */
export async function keepPeople(client: pg.Client, people: People) {
  const ids = [...new Set(Object.values(people).map(({ visitor }) => visitor.id))].filter((id) => id !== '')
  const { rows } = await client.query('SELECT * FROM app_user WHERE id = ANY($1)', [ids])
  const columns = Object.keys(rows[0] ?? {}).filter((column) => PUT_BACK.includes(column))
  return {
    /** Signs in again whoever cannot go on, after they were put back. */
    async standUp(person: Person): Promise<void> {
      const { visitor } = person
      if (person.kind === 'visitor' || person.kind === 'registrant') return
      const { status, body } = await visitor.get('/api/user')
      if (status === 200 && isSame(body.user.roles, person.roles)) return
      const row = rows.find(({ id }) => id === visitor.id)
      const sets = columns.map((column, n) => `${column} = $${n + 2}`).join(', ')
      await client.query('SET session_replication_role = replica')
      await client.query(`UPDATE app_user SET ${sets} WHERE id = $1`, [
        visitor.id,
        ...columns.map((column) => row[column]),
      ])
      await client.query('SET session_replication_role = DEFAULT')
      await client.query('DELETE FROM rate_limit')
      const login = { email: row.email, password: passwordOf(person) }
      const answer = person.oneHalf
        ? await halfOf(visitor).post('/api/login', login)
        : await visitor.signIn(login.email, login.password)
      if (answer.status !== 200) throw new Error(`${person.kind} cannot sign in again: ${JSON.stringify(answer.body)}`)
      visitor.keepSession(answer)
    },
  }
}

const isSame = (these: readonly string[], those: readonly string[]): boolean =>
  these.length === those.length && these.every((one) => those.includes(one))

/** Without any cookie a sign-in opens one half. */
function halfOf(visitor: Visitor): Visitor {
  return new Visitor(visitor.url, visitor.outbox, visitor.address)
}
