import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { DAY } from '#kit/clock.ts'
import { openLogKeys } from '#kit/log-key.ts'
import { readTransaction } from '#kit/transaction.ts'
import { topUpUser } from '#adjustments/top-up.ts'
import { declineInvestment } from '#investments/decline.ts'
import { numberEntries } from '#log/number-entries.ts'
import { signCheckpoint } from '#log/sign-checkpoint.ts'
import { microUsd } from '#money/micro-usd.ts'
import { showUsdExact } from '#money/show.ts'
import { openInvestingHouse } from '../../../test/support/investing-house.ts'
import { invest, save } from '../../../test/support/investing.ts'
import { opened } from '../../../test/support/opened.ts'
import { anInvestor, usd } from '../../../test/support/people.ts'
import { makeProof } from '../make-proof.ts'
import { ownBundle } from '../read.ts'
import { openTreeThread } from '../tree-thread.ts'
import { mailProofs } from './mail-proofs.ts'
import { proofMailsOf, wantProofMails } from './want-proof-mails.ts'

const house = opened(openInvestingHouse)
const thread = openTreeThread()
let dataDir: string
let people: Investor[]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'plumb-proof-mails-'))
  people = [
    await anInvestor(house.db),
    await anInvestor(house.db),
    await anInvestor(house.db),
    await anInvestor(house.db),
    await anInvestor(house.db),
  ]
})
afterAll(() => rm(dataDir, { recursive: true }))

const person = (at: number) => people[at] as Investor
const want = (who: Investor, wanted = true) => house.write((tx) => wantProofMails(tx, who, { wanted }))
const wanted = (who: Investor) => readTransaction(house.db, (tx) => proofMailsOf(tx, who))

async function proveAndSign() {
  await makeProof(house.db, thread)
  await numberEntries(house.db)
  const keys = openLogKeys({ dataDir, logKeys: undefined })
  expect(await signCheckpoint(house.db, { appUrl: 'https://plumb.example', dataDir, keys })).toHaveProperty('note')
}

/** To the noon of the first day of the next month. */
async function nextMonth() {
  const now = house.clock.now()
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12)
  await house.days((first - now.getTime()) / DAY)
}

async function mailed() {
  const rows = await house.db
    .selectFrom('message')
    .innerJoin('app_user', 'app_user.email', 'receiver')
    .select(['app_user.id', 'subject', 'content'])
    .where('subject', 'like', 'Proof %')
    .orderBy('message.created_at')
    .execute()
  return rows
}
const countsOf = async () => {
  const all = await mailed()
  return people.map(({ userId }) => all.filter(({ id }) => id === userId).length)
}

test('is wanted or not, and each change leaves a line', async () => {
  expect(await wanted(person(0))).toEqual({ wanted: false })
  await want(person(0))
  await want(person(0))
  expect(await wanted(person(0))).toEqual({ wanted: true })
  await want(person(0), false)
  await want(person(0), false)
  await want(person(0))
  const lines = await house.db
    .selectFrom('audit_entry')
    .select('action')
    .where('actor_id', '=', person(0).userId)
    .where('action', 'like', '% proof mails')
    .orderBy('at')
    .execute()
  expect(lines.map(({ action }) => action)).toEqual(['want proof mails', 'end proof mails', 'want proof mails'])
})

test('whoever asks in the middle of a month gets none before the next one', async () => {
  await proveAndSign()
  await house.clock.move(1000)
  await want(person(0), false)
  await mailProofs(house.db)
  await house.clock.move(1000)
  for (const who of people.slice(0, 4)) await want(who)
  await want(person(3), false)
  await mailProofs(house.db)
  expect(await countsOf()).toEqual([0, 0, 0, 0, 0])
})

test('the first of a month is mailed to each once, however many processes are at it and one stops in between', async () => {
  await invest(house, person(0))
  await house.write((tx) =>
    topUpUser(tx, house.administrator, {
      ...{ userId: person(1).userId, account: 'bonus', category: null, amount: usd(12), reason: 'a gift' },
    }),
  )
  const paid = await save(house, person(1))
  await house.write((tx) =>
    declineInvestment(tx, house.administrator, { id: paid.id, reason: 'late', received: usd(70) }),
  )
  await nextMonth()
  await mailProofs(house.db)
  expect(await countsOf()).toEqual([0, 0, 0, 0, 0])
  await makeProof(house.db, thread)
  // nor before it stands in the log, signed
  await mailProofs(house.db)
  expect(await countsOf()).toEqual([0, 0, 0, 0, 0])
  await proveAndSign()

  // the first is stopped when one mail is written
  let pieces = 0
  const stopping = {
    get aborted() {
      return (pieces += 1) > 2
    },
  } as AbortSignal
  await mailProofs(house.db, { stopping, chunk: 1 })
  expect((await countsOf()).reduce((all, each) => all + each)).toBe(1)
  await Promise.all([mailProofs(house.db, { chunk: 1 }), mailProofs(house.db, { chunk: 2 }), mailProofs(house.db)])
  await mailProofs(house.db)
  expect(await countsOf()).toEqual([1, 1, 1, 0, 0])

  for (const { id, subject, content } of await mailed()) {
    const who = people.find(({ userId }) => userId === id) as Investor
    const bundle = await readTransaction(house.db, (tx) => ownBundle(tx, who, undefined))
    const owed = bundle.parts.reduce((all, { amount }) => all + BigInt(amount), 0n)
    expect(subject).toContain(`Proof ${bundle.epoch} of what`)
    expect(content).toContain(`${showUsdExact(microUsd(owed))} was owed to you`)
    expect(content).toContain(`owed ${showUsdExact(microUsd(BigInt(bundle.total)))} in total`)
    expect(content).toContain(bundle.root)
  }
})

test('the next month another one, to who wants it then, and not to who has closed their account', async () => {
  await want(person(2), false)
  await want(person(4))
  await house.db
    .updateTable('app_user')
    .set({ closed_at: house.clock.now() })
    .where('id', '=', person(1).userId)
    .execute()
  await nextMonth()
  await proveAndSign()
  await mailProofs(house.db)
  await house.days(3)
  await proveAndSign()
  await mailProofs(house.db)
  expect(await countsOf()).toEqual([2, 1, 1, 0, 1])
})
