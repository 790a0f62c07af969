import { createSecretKey, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import { type Database, openDatabase } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { INVESTOR_KINDS, investorAccount } from '#ledger/accounts.ts'
import { credit, debit, post } from '#ledger/post.ts'
import { checkOpening, type ShownPosting } from '#log/check-opening-rules.ts'
import { hmac, saltAt, saltsOf } from '#log/commitment.ts'
import type { OpeningReply } from '#log/contract.ts'
import { numberEntries } from '#log/number-entries.ts'
import { ownOpening, wholeOpening } from '#log/read-opening.ts'
import { signCheckpoint } from '#log/sign-checkpoint.ts'
import { selectHead } from '#log/store.ts'
import { verdictOf } from '#log/verdict-rules.ts'
import { microUsd, toWire } from '#money/micro-usd.ts'
import { type EveryPosting, postEveryKind } from '../../test/support/every-posting.ts'
import { openInvestingHouse } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { anInvestor } from '../../test/support/people.ts'
import { there } from '../../test/support/there.ts'
import { accountStory } from './read.ts'
import { ownFolder } from '../../test/support/own-folder.ts'

const house = opened(openInvestingHouse)
const dataDir = ownFolder()
const keys = [createSecretKey(randomBytes(32))]
const AMOUNT = microUsd(12_345_678n)
let owner: Database
let people: EveryPosting
/** Between the earnings of the investor and of the inviter. */
let shared: string
beforeAll(async () => {
  owner = openDatabase({ connectionString: house.ownerUrl }, { size: 2, log: () => {} }).db
  people = await postEveryKind(house)
  const { investor, inviter } = people
  const [posted] = await house.write(async (tx) =>
    post(tx, { job: 'test' }, (await databaseClock(tx)).now(), [
      {
        ...{ key: 'between two', kind: 'correction', reference: { kind: 'user', id: inviter.userId } },
        entries: [
          debit(investorAccount(investor.userId, 'earnings'), AMOUNT),
          credit(investorAccount(inviter.userId, 'earnings'), AMOUNT),
        ],
      },
    ]),
  )
  shared = String(there(posted).transferId)
  await numberAndSign()
})
afterAll(async () => {
  await owner.destroy()
})

async function numberAndSign() {
  await numberEntries(house.db)
  await signCheckpoint(house.db, { appUrl: 'https://plumb.example', dataDir, keys: () => keys })
}

/** Every line of every story of somebody, as the screen shows it. */
async function storiesOf(actor: Investor, db = house.db): Promise<ShownPosting[]> {
  return transaction(db, async (tx) => {
    const shown: ShownPosting[] = []
    for (const kind of INVESTOR_KINDS) {
      const { lines, count } = await accountStory(tx, actor, kind, { cursor: undefined, limit: 500 })
      expect(lines).toHaveLength(count)
      const account = investorAccount(actor.userId, kind)
      for (const { id, at, kind: of, amount, balance_after } of lines) {
        shown.push({ id, at, kind: of, entries: [{ account, amount, balance_after }] })
      }
    }
    return shown
  })
}

const openingOf = (actor: Investor, id: string, db = house.db) => transaction(db, (tx) => ownOpening(tx, actor, id))
const said = async (shown: ShownPosting, opening: OpeningReply) =>
  (await checkOpening(shown, opening)).map(({ what, is }) => `${what}: ${is}`)
const ALL = ['shown: yes', 'committed: yes', 'included: yes', 'signed: yes']
const textsIn = ({ parts }: OpeningReply) => parts.flatMap((part) => ('text' in part ? [part.text] : []))

test('every line of every story has a position, and the log says what it says, what was posted before there was one too', async () => {
  const shown = [...(await storiesOf(people.investor)), ...(await storiesOf(people.inviter))]
  expect(new Set(shown.map(({ kind }) => kind)).size).toBeGreaterThan(8)
  const positions = new Set<number | null>()
  for (const [number, posting] of shown.entries()) {
    const actor = posting.entries[0]?.account.includes(people.investor.userId) ? people.investor : people.inviter
    const opening = await openingOf(actor, posting.id)
    positions.add(opening.position)
    expect(await said(posting, opening), `line ${number}`).toEqual(ALL)
  }
  expect(positions).not.toContain(null)
  expect(positions.size).toBe(new Set(shown.map(({ id }) => id)).size)
})

describe('a transfer between two people', () => {
  test('is opened to each with their own entry alone, and to an administrator with both', async () => {
    const { investor, inviter } = people
    for (const [mine, other] of [
      [investor, inviter],
      [inviter, investor],
    ] as const) {
      const opening = await openingOf(mine, shared)
      const [header, own, ...more] = textsIn(opening)
      expect(header).toContain(`transfer ${shared}\ncorrection\n`)
      expect(own).toContain(`investor/${mine.userId}/earnings\n`)
      expect(more).toEqual([])
      expect(opening.parts.filter((part) => 'hidden' in part)).toHaveLength(1)
      expect(own).not.toContain(other.userId)
    }
    const whole = await house.write((tx) => wholeOpening(tx, shared))
    expect(textsIn(whole)).toHaveLength(3)
    expect(whole.commitment).toBe((await openingOf(investor, shared)).commitment)
  })

  test('hides an entry from the other also where all but its salt is known', async () => {
    const { investor, inviter } = people
    const mine = await openingOf(inviter, shared)
    const whole = await house.write((tx) => wholeOpening(tx, shared))
    const at = mine.parts.findIndex((part) => 'hidden' in part)
    const hidden = there(mine.parts[at])
    const truth = there(whole.parts[at])
    if (!('hidden' in hidden) || !('text' in truth)) throw new Error('nothing is hidden')
    // account, sequence and what was there before are known; the amount is tried, the right one among others
    const [account, sequence, amount, balance] = truth.text.trimEnd().split('\n')
    const before = BigInt(balance ?? '') + BigInt(amount ?? '')
    const tried = Array.from({ length: 2000 }, (_none, step) => AMOUNT - 1000n + BigInt(step)).map(
      (try_) => `${account}\n${sequence}\n${try_}\n${before - try_}\n`,
    )
    const finds = (salt: Uint8Array) =>
      tried.filter((text) => Buffer.from(hmac(salt, text)).toString('base64') === hidden.hidden)
    const known = mine.parts.flatMap((part) => ('salt' in part ? [Buffer.from(part.salt, 'base64')] : []))
    for (const salt of [...known, Buffer.alloc(32), Buffer.from(hidden.hidden, 'base64')])
      expect(finds(salt)).toEqual([])
    const { secret } = await house.write((tx) => selectHead(tx))
    const salts = saltsOf(secret, [{ id: shared, parts: whole.parts.length }])
    expect(finds(saltAt(salts, at))).toEqual([truth.text])
    expect(truth.text).toContain(investor.userId)
  })

  test('is not there for a stranger, and neither is what does not exist', async () => {
    const stranger = await anInvestor(house.db)
    await expect(openingOf(stranger, shared)).rejects.toMatchObject({ code: 'not found' })
    await expect(openingOf(people.investor, '999999999999999999')).rejects.toMatchObject({ code: 'not found' })
    await expect(house.write((tx) => wholeOpening(tx, '999999999999999999'))).rejects.toMatchObject({
      code: 'not found',
    })
  })
})

describe('a story that is not what the log has', () => {
  test('says no, and where: an amount, a balance, a kind, a time, an account, a number', async () => {
    const { investor, inviter } = people
    const opening = await openingOf(investor, shared)
    const right = there((await storiesOf(investor)).find(({ id }) => id === shared))
    const entry = there(right.entries[0])
    const where = async (shown: ShownPosting) => (await checkOpening(shown, opening))[0]
    const withEntry = (change: Partial<typeof entry>) => where({ ...right, entries: [{ ...entry, ...change }] })
    expect(await where(right)).toEqual({ what: 'shown', is: 'yes', difference: null })
    const account = investorAccount(investor.userId, 'earnings')
    expect(await withEntry({ amount: '-12.345679' })).toMatchObject({
      is: 'no',
      difference: { field: 'amount', account, shown: -12_345_679n, logged: -AMOUNT },
    })
    expect(await withEntry({ balance_after: '0.00' })).toMatchObject({ difference: { field: 'balance', account } })
    const others = investorAccount(inviter.userId, 'earnings')
    expect(await withEntry({ account: others })).toMatchObject({ difference: { field: 'account', account: others } })
    expect(await where({ ...right, kind: 'top up' })).toMatchObject({ difference: { field: 'kind' } })
    expect(await where({ ...right, id: '1' })).toMatchObject({ difference: { field: 'number' } })
    const later = new Date(Date.parse(right.at) + 1).toISOString()
    expect(await where({ ...right, at: later })).toMatchObject({ difference: { field: 'time' } })
    const cut = { ...opening, parts: opening.parts.slice(0, 2) }
    expect((await checkOpening(right, cut)).map(({ is }) => is)).toEqual(['no', 'no', 'yes', 'yes'])
  })

  test('says no at its position where the books were changed by a micro-dollar with the rights of their owner', async () => {
    const { investor } = people
    class Undone extends Error {}
    const doing = transaction(owner, async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx)
      await sql`UPDATE entry SET amount = amount + sign(amount), balance_after = balance_after - sign(amount)
        WHERE transfer_id = ${shared}::bigint`.execute(tx)
      const { lines } = await accountStory(tx, investor, 'earnings', { cursor: undefined, limit: 500 })
      const line = there(lines.find(({ id }) => id === shared))
      expect(line.amount).toBe(toWire(microUsd(-AMOUNT - 1n)))
      const account = investorAccount(investor.userId, 'earnings')
      const shown = { ...line, entries: [{ account, amount: line.amount, balance_after: line.balance_after }] }
      const opening = await ownOpening(tx, investor, shared)
      expect(await said(shown, opening)).toEqual(['shown: yes', 'committed: no', 'included: yes', 'signed: yes'])
      // and where what was committed to is changed with it
      await sql`UPDATE log_position SET commitment = decode(repeat('ab', 32), 'hex') WHERE transfer_id = ${shared}::bigint`.execute(
        tx,
      )
      const deeper = await ownOpening(tx, investor, shared)
      expect(await said(shown, deeper)).toEqual(['shown: yes', 'committed: no', 'included: no', 'signed: yes'])
      throw new Undone()
    })
    await expect(doing).rejects.toThrow(Undone)
  })

  test('says no where the checkpoint is not signed with the key of the log', async () => {
    const { investor } = people
    const right = there((await storiesOf(investor)).find(({ id }) => id === shared))
    const opening = await openingOf(investor, shared)
    const log = there(opening.log)
    const forged = { ...opening, log: { ...log, note: log.note.replace(/^(.*)\n(\d+)\n/, '$1/1\n$2\n') } }
    expect(await said(right, forged)).toEqual([...ALL.slice(0, 3), 'signed: no'])
    const grown = { ...opening, log: { ...log, size: log.size + 1 } }
    expect(await said(right, grown)).toEqual([...ALL.slice(0, 2), 'included: no', 'signed: yes'])
  })
})

test('what was not numbered or not signed yet is not checked, and nothing of it is a yes', async () => {
  const { investor, inviter } = people
  const [posted] = await house.write(async (tx) =>
    post(tx, { job: 'test' }, (await databaseClock(tx)).now(), [
      {
        ...{ key: 'new', kind: 'correction', reference: { kind: 'user', id: inviter.userId } },
        entries: [
          debit(investorAccount(investor.userId, 'earnings'), microUsd(1n)),
          credit(investorAccount(inviter.userId, 'earnings'), microUsd(1n)),
        ],
      },
    ]),
  )
  const id = String(there(posted).transferId)
  const shown = there((await storiesOf(investor)).find((line) => line.id === id))
  const before = await openingOf(investor, id)
  expect(before).toEqual({ transfer: id, position: null, commitment: null, parts: [], log: null })
  const unsure = await checkOpening(shown, before)
  expect(unsure.map(({ is }) => is)).toEqual(Array.from({ length: 4 }, () => 'not checked'))
  expect(verdictOf(unsure)).toBe('not checked')
  await numberEntries(house.db)
  const unsigned = await openingOf(investor, id)
  expect(unsigned.log).toBeNull()
  expect(await said(shown, unsigned)).toEqual([...ALL.slice(0, 2), 'included: not checked', 'signed: not checked'])
  expect(verdictOf(await checkOpening(shown, unsigned))).toBe('not checked')
  await numberAndSign()
  expect(await said(shown, await openingOf(investor, id))).toEqual(ALL)
})
