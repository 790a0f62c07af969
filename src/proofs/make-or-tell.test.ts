import { expect, test } from 'vitest'
import pg from 'pg'
import { databaseClock } from '#kit/database-clock.ts'
import { alarmOfProof } from '#funds/proof/alarm-owners.ts'
import { openInvestingHouse } from '../../test/support/investing-house.ts'
import { save } from '../../test/support/investing.ts'
import { opened } from '../../test/support/opened.ts'
import { anInvestor } from '../../test/support/people.ts'
import { makingProofs } from './make-or-tell.ts'
import { openTreeThread } from './tree-thread.ts'

const house = opened(openInvestingHouse)
const lines: string[] = []
/** As another process of the app does it. */
const process = (thread = openTreeThread()) =>
  makingProofs(
    {
      db: house.db,
      tell: (line) => void lines.push(line),
      alarm: async (tx, problem) => alarmOfProof(tx, await databaseClock(tx), problem),
    },
    thread,
  )
const mails = async () => {
  const rows = await house.db.selectFrom('message').select(['receiver', 'content']).orderBy('created_at').execute()
  return rows.filter(({ content }) => content.includes('proves to everybody'))
}

/** Says of a payment that more of it came in than the books have: nothing but the database’s owner can. */
async function received(id: string, micro: number) {
  const owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  await owner.query('ALTER TABLE investment DISABLE TRIGGER USER')
  await owner.query('UPDATE investment SET received = $2 WHERE id = $1', [id, micro])
  await owner.query('ALTER TABLE investment ENABLE TRIGGER USER')
  await owner.end()
}

test('a total that is not the ledger’s makes no proof, and every owner is told once, by whichever process', async () => {
  const somebody = await anInvestor(house.db)
  const { id } = await save(house, somebody)
  await received(id, 7_000_001)
  const [one, other] = [process(), process()]
  // whoever finds another at it leaves it to them
  const tried = await Promise.allSettled([one(), other(), one(), other()])
  expect(tried.map(({ status }) => status)).toContain('rejected')
  await received(id, 9_000_002)
  await expect(one()).rejects.toThrow(/^People are held \d+ micro-dollars in suspense, the books say 0\.$/)
  expect(await house.db.selectFrom('proof').selectAll().execute()).toEqual([])
  const told = await mails()
  expect(told).toHaveLength(1)
  expect(told[0]?.content).toContain('micro-dollars in suspense')
  expect(lines.at(-1)).toMatch(/^NO PROOF OF WHAT IS OWED COULD BE MADE: People are held 9000002/)

  await received(id, 0)
  await one()
  expect(await house.db.selectFrom('proof').select('epoch').execute()).toEqual([{ epoch: 1 }])
  expect(await house.db.selectFrom('proof_alarm').selectAll().execute()).toEqual([])
  await house.days(1)
  await received(id, 7_000_001)
  await expect(other()).rejects.toThrow(/^People are held \d+ micro-dollars in suspense, the books say 0\.$/)
  expect(await mails()).toHaveLength(2)
  await received(id, 0)
  await other()
})

test('what fails otherwise is told where it fails again, and not where a line broke once', async () => {
  await house.days(1)
  const before = (await mails()).length
  let broken = true
  const thread = openTreeThread()
  const run = process({
    ...thread,
    ask: (order) => (broken ? Promise.reject(new Error('no thread could be started')) : thread.ask(order)),
  })
  await expect(run()).rejects.toThrow('no thread')
  expect(await mails()).toHaveLength(before)
  await expect(run()).rejects.toThrow('no thread')
  await expect(run()).rejects.toThrow('no thread')
  expect((await mails()).slice(before).map(({ content }) => content)).toEqual([
    expect.stringContaining('no thread could be started'),
  ])
  broken = false
  await run()
  expect(await house.db.selectFrom('proof_alarm').selectAll().execute()).toEqual([])
})
