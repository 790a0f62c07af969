/** One person of each kind, and two of those of whom one might do something to the other. */
import type pg from 'pg'
import { hashToken } from '#kit/ids.ts'
import { addPasskey, signInByPasskey } from '../../test/support/factors.ts'
import { askForCheck } from '../../test/support/identity.ts'
import { SoftAuthenticator } from '../../test/support/soft-authenticator.ts'
import type { FullStory } from '../../test/support/full-story.ts'
import { OWNER } from '../../test/support/app.ts'
import { giveRoles, type Role } from '../../test/support/roles.ts'
import { type Answer, Visitor } from '../../test/support/visitor.ts'
import { PASSWORD } from '../../test/support/walk.ts'

export const KINDS = [
  ...(['visitor', 'registrant', 'investor', 'other investor', 'support', 'reviewer', 'second reviewer'] as const),
  ...(['owner', 'second owner', 'investor, one half', 'owner, one half'] as const),
  // one person with a second factor, who has proved it lately, has not, or has typed the password alone
  ...(['investor, proved', 'investor, not proved', 'half way in'] as const),
] as const
export type Kind = (typeof KINDS)[number]

export type Person = {
  kind: Kind
  visitor: Visitor
  roles: readonly Role[]
  /** has one half of a session alone */
  oneHalf: boolean
  /** has a second factor, and has not proved it lately */
  toProve: boolean
  /** holds their passkey, by which they come in */
  device: SoftAuthenticator | undefined
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
  const person = (kind: Kind, visitor: Visitor, roles: readonly Role[] = [], device?: SoftAuthenticator): Person => ({
    ...{ kind, visitor, roles, device, oneHalf: kind.endsWith('one half'), toProve: kind.endsWith('not proved') },
  })
  // made while there is one owner, who decides alone
  const [support, reviewer, second] = [
    await withRole('the-support', 'support'),
    await withRole('the-reviewer', 'reviewer'),
    await withRole('second-reviewer', 'reviewer'),
  ]
  const secondOwner = await withRole('second-owner', 'owner')
  const proved = await join('with-a-factor')
  await investInPlan(proved)
  await owner.must(`/api/topup-user/${proved.id}`, { amount: '500', account: 'earnings', reason: 'To begin with' })
  // whoever was looked at can be helped with a lost factor
  await askForCheck(proved)
  const [check] = (await owner.get(`/api/admin/checks?user=${proved.id}`)).body.items
  await owner.must(`/api/approve-kyc/${check.id}`, {})
  const device = new SoftAuthenticator('http://localhost')
  await addPasskey(proved, device, { password: PASSWORD })
  const sameIn = async (enter: (visitor: Visitor) => Promise<unknown>) => {
    const visitor = house.visitor()
    Object.assign(visitor, { id: proved.id, name: proved.name, email: proved.email, phone: proved.phone })
    await enter(visitor)
    return visitor
  }
  const notProved = await sameIn((visitor) => signInByPasskey(visitor, device))
  const halfWay = await sameIn((visitor) => visitor.signIn(proved.email, PASSWORD))
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
    'investor, proved': person('investor, proved', proved, [], device),
    'investor, not proved': person('investor, not proved', notProved, [], device),
    'half way in': person('half way in', halfWay),
  }
}

async function investInPlan(investor: Visitor): Promise<void> {
  const { plans, wallets } = (await investor.get('/api/histories')).body
  const plan = plans.find(({ name }: { name: string }) => name === 'Steady')
  const choice = { plan_id: plan.id, wallet_id: wallets[0].id, amount: '200', duration: 7 }
  await investor.must('/api/save-investment', choice)
}

export const passwordOf = ({ visitor }: Person) => (visitor.email === OWNER.email ? OWNER.password : PASSWORD)

/** Who has an account, and can sign in to it. */
export const comesIn = ({ kind }: Person) => kind !== 'visitor' && kind !== 'registrant'
/** Who has no session. */
export const isOutside = (person: Person) => !comesIn(person) || person.kind === 'half way in'

/** Puts people back as they came where an attack that was allowed (an owner blocks somebody) has changed them. */
export async function keepPeople(client: pg.Client, people: People) {
  const ids = [...new Set(Object.values(people).map(({ visitor }) => visitor.id))].filter((id) => id !== '')
  const { rows } = await client.query('SELECT * FROM app_user WHERE id = ANY($1)', [ids])
  const columns = Object.keys(rows[0] ?? {}).filter((column) => PUT_BACK.includes(column))
  const sets = columns.map((column, n) => `${column} = $${n + 2}`).join(', ')
  await client.query('CREATE TEMPORARY TABLE kept_passkey AS SELECT * FROM passkey')

  const restore = async (id: string): Promise<{ email: string }> => {
    const row = rows.find((one) => one.id === id)
    await client.query('SET session_replication_role = replica')
    await client.query(`UPDATE app_user SET ${sets} WHERE id = $1`, [id, ...columns.map((column) => row[column])])
    await client.query('INSERT INTO passkey SELECT * FROM kept_passkey WHERE user_id = $1 ON CONFLICT DO NOTHING', [id])
    await client.query('SET session_replication_role = DEFAULT')
    await client.query('DELETE FROM rate_limit')
    return row
  }
  const enter = async ({ visitor, device, oneHalf, ...person }: Person, email: string): Promise<Answer> => {
    if (device !== undefined) return signInByPasskey(visitor, device)
    const password = passwordOf({ visitor, device, oneHalf, ...person })
    return oneHalf ? halfOf(visitor).post('/api/login', { email, password }) : visitor.signIn(email, password)
  }
  return {
    /** Signs in again whoever cannot go on, after they were put back. */
    async standUp(person: Person): Promise<void> {
      const { visitor, device, toProve } = person
      if (!comesIn(person)) return
      const { status, body } = await visitor.get('/api/user')
      if (status !== 200 || !isSame(body.user.roles, person.roles) || device !== undefined) {
        const { email } = await restore(visitor.id)
        const answer = await enter(person, email)
        if (answer.status !== 200)
          throw new Error(`${person.kind} cannot sign in again: ${JSON.stringify(answer.body)}`)
        visitor.keepSession(answer)
      }
      await acceptTerms(visitor)
      if (toProve)
        await client.query(`UPDATE session SET stepped_up_at = NULL WHERE bearer_hash = $1`, [
          hashToken(visitor.bearer ?? ''),
        ])
    },
  }
}

/** An owner may have published others, without which nobody invests. Who is half way in is refused. */
async function acceptTerms(visitor: Visitor): Promise<void> {
  const { status, body } = await visitor.get('/api/own-terms')
  if (status !== 200 || body.to_accept === null) return
  await visitor.must('/api/accept-terms', { version: body.to_accept.version })
}

const isSame = (these: readonly string[], those: readonly string[]): boolean =>
  these.length === those.length && these.every((one) => those.includes(one))

/** Without any cookie a sign-in opens one half. */
function halfOf(visitor: Visitor): Visitor {
  return new Visitor(visitor.url, visitor.outbox, visitor.address)
}
