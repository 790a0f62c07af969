/** Which act a movement of money came with. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAct } from '#audit/record.ts'
import { reasonsOf } from '#audit/reasons.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Investor } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { newActId, newId, type ActId } from '#kit/ids.ts'
import { investorAccount } from '#ledger/accounts.ts'
import { credit, debit, post, type Origin } from '#ledger/post.ts'
import { postEveryKind } from './support/every-posting.ts'
import { openInvestingHouse, problems } from './support/investing-house.ts'
import { opened } from './support/opened.ts'
import { anInvestor, usd } from './support/people.ts'

const house = opened(openInvestingHouse)
let investor: Investor

beforeAll(async () => {
  ;({ investor } = await postEveryKind(house))
})
afterAll(async () => expect(await problems(house)).toEqual([]))

test('whatever somebody posts names the act, of the same person on the same record, and what a job posts names none', async () => {
  const { rows } = await sql<{ kind: string; actor_id: string | null; act_id: string | null; fits: boolean | null }>`
    SELECT transfer.kind, transfer.actor_id, transfer.act_id,
      line.actor_id = transfer.actor_id AND (line.subject_id = transfer.reference_id OR transfer.kind = 'investment earned') AS fits
    FROM transfer LEFT JOIN audit_entry AS line ON line.id = transfer.act_id`.execute(house.db)
  const [people, jobs] = [rows.filter((row) => row.actor_id !== null), rows.filter((row) => row.actor_id === null)]
  expect(people.filter(({ fits }) => fits !== true)).toEqual([])
  expect(jobs.filter(({ act_id }) => act_id !== null)).toEqual([])
  expect([...new Set(rows.map(({ kind }) => kind))].toSorted()).toEqual([
    'correction',
    'deduct',
    'funds in',
    'funds out',
    'investment approved',
    'investment completed',
    'investment earned',
    'investment left',
    'investment received',
    'investment refunded',
    'referral bonus',
    'reserve moved',
    'top up',
    'withdrawal given back',
    'withdrawal held',
    'withdrawal paid',
  ])
  expect(jobs.length).toBeGreaterThan(0)
  // what somebody let be credited before money moved names what it came before
  expect(people.some(({ kind }) => kind === 'investment earned')).toBe(true)
})

const give = (tx: Tx, origin: Origin, now: Awaited<ReturnType<typeof databaseClock>>, who: Investor) =>
  post(tx, origin, now.now(), [
    {
      key: newId(),
      kind: 'correction',
      reference: { kind: 'user', id: who.userId },
      entries: [debit('equity/adjustments', usd(1)), credit(investorAccount(who.userId, 'bonus'), usd(1))],
    },
  ])

test('a reason is found whenever its act was written down, and a later one of the same person on the same record is not', async () => {
  const actor = house.administrator
  const other = await anInvestor(house.db)
  const act = '01890000-0000-7000-8000-000000000001' as ActId
  const reasons = await house.write(async (tx) => {
    const clock = await databaseClock(tx)
    const subject = { kind: 'user', id: other.userId } as const
    const posted = await give(tx, { actor, act }, clock, other)
    const transfers = posted.map(({ transferId }) => ({ id: transferId }))
    await recordAct(tx, clock, actor, { action: 'note on user', subject, reason: 'something else' })
    await recordAct(tx, clock, actor, { id: act, action: 'top up user', subject, reason: 'its own' })
    return [...(await reasonsOf(tx, transfers)).values()]
  })
  expect(reasons).toEqual(['its own'])
})

test('the database takes no posting of nobody, none without its act, and none whose act is never written down', async () => {
  const actor = house.administrator
  const nobody = house.write(async (tx) =>
    give(tx, { actor: { ...actor, userId: newId() }, act: newActId() }, await databaseClock(tx), investor),
  )
  await expect(nobody).rejects.toMatchObject({ code: '23503', constraint: 'transfer_actor' })
  const nameless = house.write(async (tx) =>
    give(tx, { actor, act: null as unknown as ActId }, await databaseClock(tx), investor),
  )
  await expect(nameless).rejects.toMatchObject({ code: 'PLB08' })
  const unwritten = house.write(async (tx) => give(tx, { actor, act: newActId() }, await databaseClock(tx), investor))
  await expect(unwritten).rejects.toMatchObject({ code: '23503', constraint: 'transfer_act' })
})
