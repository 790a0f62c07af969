/** Everything that is somebody's as one file: what is in it, whose it is, and that it is made once and whole. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { topUpUser } from '#adjustments/top-up.ts'
import { activityOf } from '#audit/activity.ts'
import { selectKeptClaims } from '#kyc/claim-store.ts'
import { sealFor } from '#documents/person-key.ts'
import { eraseClaims, eraseIdentity } from '#kyc/erase-claims.ts'
import { type Investor, proveInvestor } from '#kit/actor.ts'
import { DAY, HOUR, MINUTE } from '#kit/clock.ts'
import { openDatabase } from '#kit/database.ts'
import { newSecret } from '#kit/ids.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import type { FileAnswer } from '#kit/wire.ts'
import { openSession } from '#identity/open-session.ts'
import { numberEntries } from '#log/number-entries.ts'
import { makeProof } from '#proofs/make-proof.ts'
import { openTreeThread } from '#proofs/tree-thread.ts'
import { checkBundle } from '#proofs/web/check-bundle.js'
import { changeUser } from '#users/change-user.ts'
import { lockUser } from '#users/lock-user.ts'
import { checkWith, hasProgram } from '../../test/support/accounting-programs.ts'
import { postEveryKind } from '../../test/support/every-posting.ts'
import { prepareCheckOf } from '../../test/support/identity.ts'
import { openInvestingHouse } from '../../test/support/investing-house.ts'
import { readJournal } from '../../test/support/journal-check.ts'
import { opened } from '../../test/support/opened.ts'
import { anInvestor, usd } from '../../test/support/people.ts'
import { there } from '../../test/support/there.ts'
import { refusalOf } from '../../test/support/traces.ts'
import { readZip } from '../../test/support/zip-reader.ts'
import { askForArchive } from './ask.ts'
import { downloadArchive } from './download.ts'
import { makeArchives } from './make.ts'
import { monthsUpTo } from './months.ts'
import { packFiles, PIECE_BYTES } from './pack.ts'
import { ownArchive } from './read.ts'

const house = opened(openInvestingHouse)
const ask = (who: Investor) => house.write((tx) => askForArchive(tx, who))
const make = () => makeArchives(house.db)
const state = (who: Investor) => readTransaction(house.db, (tx) => ownArchive(tx, house.clock, who))

/** Signed in just now. */
async function signedIn(who: Investor): Promise<Investor> {
  const request = { address: '192.0.2.7', userAgent: 'test', cookies: { 'XSRF-TOKEN': newSecret() } }
  await house.write((tx) => openSession(tx, house.clock, { id: who.userId, roles: [] }, request))
  const newest = house.db.selectFrom('session').select('id').where('user_id', '=', who.userId)
  const { id } = await newest.orderBy('created_at', 'desc').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return proveInvestor({ ...who, sessionId: id })
}

async function gathered(bytes: FileAnswer['bytes']): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes as AsyncIterable<Uint8Array>) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function download(who: Investor): Promise<Buffer> {
  const { bytes } = await downloadArchive(house, who)
  return gathered(bytes)
}
const filesOf = async (who: Investor) => readZip(await download(await signedIn(who)))
const text = (files: Map<string, Buffer>, name: string) => there(files.get(name)).toString('utf8')
const piecesIn = () => house.db.selectFrom('archive_piece').selectAll().execute()
/** A person with nothing but an account, and what is asked for made for them. */
async function somebodyReady(): Promise<Investor> {
  const who = await anInvestor(house.db)
  await ask(who)
  await make()
  return who
}

describe('the file of a person with everything', () => {
  const MARKUP = '=HYPERLINK("http://evil.example","<b>click</b>")'
  let investor: Investor
  let others: Investor[]
  let files: Map<string, Buffer>
  beforeAll(async () => {
    const told = await postEveryKind(house)
    investor = told.investor
    const stranger = await anInvestor(house.db)
    others = [told.inviter, stranger, house.administrator as unknown as Investor]
    for (const who of [investor, stranger]) {
      await house.write(async (tx) => {
        await lockUser(tx, who.userId)
        await changeUser(tx, who.userId, { kyc: 'none' })
      })
      await prepareCheckOf(house, who)
    }
    await house.write((tx) =>
      topUpUser(tx, house.administrator, {
        ...{ userId: investor.userId, account: 'earnings', category: null, amount: usd(1), reason: MARKUP },
      }),
    )
    await numberEntries(house.db)
    await makeProof(house.db, openTreeThread())
    await ask(investor)
    await make()
    files = await filesOf(investor)
  })

  test('has everything under names that say what it is', async () => {
    const month = house.clock.now().toISOString().slice(0, 7)
    expect([...files.keys()]).toEqual([
      ...['me.json', 'ledger.csv', 'journal.hledger'],
      ...monthsUpTo(new Date('2026-03-01'), house.clock.now()).flatMap((of) => [
        `statements/${of.month}.csv`,
        `statements/${of.month}.pdf`,
      ]),
      ...['documents/check-1-front.webp', 'documents/check-1-face.webp'],
      ...['proofs/proof-1.json', 'proofs/proof-1.html', 'README.txt'],
    ])
    const readme = text(files, 'README.txt')
    expect(readme).toContain(`Username: ${investor.name}`)
    expect(readme).toContain(house.clock.now().toISOString())
    expect(readme).not.toContain('Left out')
    const me = JSON.parse(text(files, 'me.json'))
    expect(me.user.id).toBe(investor.userId)
    expect(me.identity_details).toHaveLength(1)
    expect(text(files, 'documents/check-1-front.webp')).toBe(`front of ${investor.userId}`)
    expect(files.get(`statements/${month}.pdf`)?.subarray(0, 5).toString()).toBe('%PDF-')
    const balances = new Map<string, string>()
    for (const { account, amount } of me.postings.flatMap(
      ({ entries }: { entries: { account: string; amount: string }[] }) => entries,
    )) {
      balances.set(account, String(BigInt(balances.get(account) ?? 0) + BigInt(Math.round(Number(amount) * 1e6))))
    }
    expect(balances.size).toBeGreaterThan(0)
  })

  test('has a journal that comes to the balances of the books, and is accepted by hledger where that is there', async () => {
    const journal = text(files, 'journal.hledger')
    const read = readJournal(journal)
    expect(read.problems).toEqual([])
    const accounts = await house.db.selectFrom('account').selectAll().where('owner_id', '=', investor.userId).execute()
    const owed = accounts.reduce((all, { balance }) => all + balance, 0n)
    const booked = [...read.balances]
      .filter(([name]) => name.startsWith('liabilities:'))
      .reduce((all, [, of]) => all - of, 0n)
    expect(booked).toBe(owed)
    expect(text(files, 'ledger.csv').split('\r\n').length).toBeGreaterThan(read.transfers)
    if (!hasProgram('hledger')) return console.log('hledger is not there: the journal is read by a strict reader alone')
    const folder = await mkdtemp(join(tmpdir(), 'plumb-archive-'))
    try {
      await writeFile(join(folder, 'journal.hledger'), journal)
      expect(checkWith('hledger', join(folder, 'journal.hledger'))).toMatchObject({ accepted: true })
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('has a bundle that checks', async () => {
    const answers = await checkBundle(JSON.parse(text(files, 'proofs/proof-1.json')))
    expect(answers.slice(0, 3).map(({ is }) => is)).toEqual(['yes', 'yes', 'yes'])
  })

  test('has no formula for a spreadsheet, whatever somebody typed', () => {
    const [csv] = [...files.keys()].filter(
      (name) => /statements.*csv/.test(name) && text(files, name).includes('HYPERLINK'),
    )
    expect(text(files, there(csv))).toContain(`"'=HYPERLINK`)
    for (const [name, file] of files) {
      if (name.endsWith('.csv')) expect(file.toString('utf8'), name).not.toMatch(/(^|[,;\t\n"])=/)
    }
  })

  test('has nothing of anybody else, in any byte', () => {
    for (const [name, file] of files) {
      for (const other of others) {
        for (const word of [other.userId, other.name, `${other.name}@plumb.test`]) {
          // whoever invited them they know by name
          if (name === 'me.json' && other === others[0] && word === other.name) continue
          expect(file.includes(word), `${word} in ${name}`).toBe(false)
        }
      }
    }
  })

  test('is taken by a program that is not ours, where that is there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plumb-archive-'))
    try {
      await writeFile(join(folder, 'mine.zip'), await download(await signedIn(investor)))
      const { status, error } = spawnSync('unzip', ['-t', join(folder, 'mine.zip')])
      if (error === undefined) expect(status).toBe(0)
      else console.log('unzip is not there: the ZIP is read by our own reader alone')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('stands sealed in the database: nothing of it can be read there', async () => {
    const kept = Buffer.concat((await piecesIn()).map(({ sealed }) => Buffer.from(sealed)))
    expect(kept.length).toBeGreaterThan(1000)
    for (const word of ['me.json', 'README', investor.name, 'PK\u0005\u0006']) expect(kept.includes(word)).toBe(false)
  })

  test('is for who has just shown who they are, since it has what they handed in', async () => {
    const now = await signedIn(investor)
    expect(await state(now)).toMatchObject({ state: 'ready', sign_in_first: false })
    await house.clock.move(6 * MINUTE, { away: true })
    expect(await state(now)).toMatchObject({ sign_in_first: true })
    expect(await refusalOf(downloadArchive(house, now))).toMatchObject({ code: 'wrong state' })
    expect((await filesOf(investor)).size).toBe(files.size)
  })

  test('has all but the proofs whose seed was sealed with a pepper that was given up, and says so', async () => {
    const who = await anInvestor(house.db)
    await numberEntries(house.db)
    await makeProof(house.db, openTreeThread())
    const owner = openDatabase({ connectionString: house.ownerUrl }, { size: 1, log: () => {} }).db
    const sealed_seed = `sealed/${Buffer.alloc(60, 7).toString('base64')}`
    await owner.updateTable('proof_tree').set({ sealed_seed }).execute()
    await owner.destroy()
    await ask(who)
    await make()
    const left = await filesOf(who)
    expect([...left.keys()].filter((name) => name.startsWith('proofs/'))).toEqual([])
    expect(text(left, 'README.txt')).toMatch(/Left out\r\n\r\nProof \d+ was sealed with a secret that was given up/)
  })

  test('does not open once that is erased', async () => {
    await house.write(async (tx) => {
      await lockUser(tx, investor.userId)
      await eraseIdentity(tx, house.clock, { job: 'a test' }, investor.userId)
    })
    expect(await refusalOf(downloadArchive(house, await signedIn(investor)))).toMatchObject({ code: 'not found' })
  })
})

describe('what was handed in for an identity check and is erased', () => {
  /** Erases the first of what somebody has handed in. */
  const eraseFirst = (who: Investor) =>
    house.write(async (tx) => {
      await lockUser(tx, who.userId)
      const [claim] = await selectKeptClaims(tx, who.userId)
      await eraseClaims(tx, house.clock, { job: 'a test' }, who.userId, [there(claim)])
    })
  async function checked(times = 1): Promise<Investor> {
    const who = await anInvestor(house.db)
    for (let time = 0; time < times; time += 1) {
      await house.write(async (tx) => {
        await lockUser(tx, who.userId)
        await changeUser(tx, who.userId, { kyc: 'none' })
      })
      await prepareCheckOf(house, who)
      await house.db
        .updateTable('identity_claim')
        .set({ submitted_at: house.clock.now() })
        .where('user_id', '=', who.userId)
        .execute()
    }
    return who
  }

  test('is in no file that is ready, where something else was handed in since and the key is still there', async () => {
    const who = await checked(2)
    await ask(who)
    await make()
    expect([...(await filesOf(who)).keys()]).toContain('documents/check-2-front.webp')
    await eraseFirst(who)
    expect(await refusalOf(downloadArchive(house, await signedIn(who)))).toMatchObject({ code: 'not found' })
    expect(await state(who)).toBeNull()
    await ask(who)
    await make()
    expect([...(await filesOf(who)).keys()]).not.toContain('documents/check-2-front.webp')
  })

  test('leaves no file that does not open, also where something is handed in under another key', async () => {
    const who = await checked()
    await ask(who)
    await make()
    await eraseFirst(who)
    await house.write(async (tx) => {
      await lockUser(tx, who.userId)
      await sealFor(tx, house.clock, { userId: who.userId, place: 'another check' }, Buffer.from('another'))
    })
    expect(await state(who)).toBeNull()
    expect(await refusalOf(downloadArchive(house, await signedIn(who)))).toMatchObject({ code: 'not found' })
  })
})

describe('a request', () => {
  test('is one, however many ask at once and however many make it, and its person alone is told', async () => {
    const who = await anInvestor(house.db)
    await Promise.all(Array.from({ length: 100 }, () => ask(who)))
    expect(await state(who)).toMatchObject({ state: 'making', step: 0, made_at: null, bytes: null })
    await Promise.all(Array.from({ length: 5 }, make))
    const rows = await house.db.selectFrom('archive').selectAll().where('user_id', '=', who.userId).execute()
    expect(rows).toMatchObject([{ state: 'ready', tries: 1, step: 5, claim_id: null }])
    const pieces = (await piecesIn()).filter(({ archive_id }) => archive_id === rows[0]?.id)
    expect(new Set(pieces.map(({ claim_id }) => claim_id)).size).toBe(1)
    const told = await house.db
      .selectFrom('notification')
      .select(['user_id', 'status_text'])
      .where('title', '=', 'Everything that is mine')
      .where('user_id', '=', who.userId)
      .execute()
    expect(told).toEqual([{ user_id: who.userId, status_text: 'ready' }])
    const mails = await house.db
      .selectFrom('message')
      .select(['receiver', 'subject'])
      .where('receiver', '=', `${who.name}@plumb.test`)
      .execute()
    expect(mails).toEqual([{ receiver: `${who.name}@plumb.test`, subject: 'Your data is ready to download' }])
    expect((await filesOf(who)).has('me.json')).toBe(true)
    // both are in their Activity: whoever has taken all of it away is seen there
    const { rows: lines } = await transaction(house.db, (tx) => activityOf(tx, who.userId, { limit: 10 }))
    expect(lines.map(({ action }) => action)).toEqual(['download archive', 'ask for archive'])
  })

  test('is answered three times in 24 hours, and the file before goes with the next', async () => {
    const who = await anInvestor(house.db)
    for (let time = 0; time < 3; time += 1) {
      await ask(who)
      await ask(who)
      await make()
    }
    expect(await refusalOf(ask(who))).toMatchObject({ code: 'too many' })
    expect(await state(who)).toMatchObject({ state: 'ready' })
    await house.clock.move(DAY)
    await ask(who)
    expect(await state(who)).toMatchObject({ state: 'making' })
    await make()
  })

  test('is kept for 24 hours, then gone with all its pieces', async () => {
    const who = await somebodyReady()
    await house.clock.move(24 * HOUR - MINUTE)
    await make()
    expect((await filesOf(who)).size).toBeGreaterThan(2)
    await house.clock.move(MINUTE)
    expect(await state(who)).toBeNull()
    expect(await refusalOf(downloadArchive(house, await signedIn(who)))).toMatchObject({ code: 'not found' })
    await make()
    expect(await house.db.selectFrom('archive').selectAll().where('user_id', '=', who.userId).execute()).toEqual([])
    expect(await piecesIn()).toEqual([])
  })

  test('goes with the sign-in that is blocked and with the account that is closed', async () => {
    const at = house.clock.now()
    for (const change of [{ blocked_at: at, blocked_reason: 'A test.' }, { closed_at: at }]) {
      const who = await somebodyReady()
      const now = await signedIn(who)
      const { bytes } = await downloadArchive(house, now)
      await house.write(async (tx) => {
        await lockUser(tx, who.userId)
        await changeUser(tx, who.userId, change)
      })
      expect(await state(who)).toBeNull()
      await expect(gathered(bytes)).rejects.toThrow()
      await expect(downloadArchive(house, now)).rejects.toThrow('There is no such file.')
    }
  })

  test('is for nobody else: there is no id to ask by, and an own session finds an own file', async () => {
    const [who, other] = [await somebodyReady(), await anInvestor(house.db)]
    expect(await state(other)).toBeNull()
    expect(await refusalOf(downloadArchive(house, await signedIn(other)))).toMatchObject({ code: 'not found' })
    expect(await state(who)).toMatchObject({ state: 'ready' })
  })

  test('is downloaded twenty times in an hour at most', async () => {
    const now = await signedIn(await somebodyReady())
    for (let time = 0; time < 20; time += 1) await downloadArchive(house, now)
    expect(await refusalOf(downloadArchive(house, now))).toMatchObject({ code: 'too many' })
  })
})

describe('a process that is killed', () => {
  /** As one that was killed in the middle leaves it. */
  async function brokenOff(who: Investor): Promise<void> {
    await ask(who)
    await house.db
      .updateTable('archive')
      .set({ claim_id: '00000000-0000-4000-8000-000000000001', claimed_until: house.clock.now(), step: 3, tries: 1 })
      .where('user_id', '=', who.userId)
      .execute()
    const { id } = await house.db
      .selectFrom('archive')
      .select('id')
      .where('user_id', '=', who.userId)
      .executeTakeFirstOrThrow()
    const half = { archive_id: id, claim_id: '00000000-0000-4000-8000-000000000001', sealed: Buffer.from('half') }
    await house.db
      .insertInto('archive_piece')
      .values({ ...half, number: 0 })
      .execute()
    await house.db
      .insertInto('archive_piece')
      .values({ ...half, number: 7 })
      .execute()
  }

  test('leaves nothing to download, and another one makes it from the beginning', async () => {
    const who = await anInvestor(house.db)
    await brokenOff(who)
    expect(await refusalOf(downloadArchive(house, await signedIn(who)))).toMatchObject({ code: 'not found' })
    await house.clock.move(1)
    await make()
    expect((await filesOf(who)).has('README.txt')).toBe(true)
    expect((await piecesIn()).map(({ claim_id }) => claim_id)).not.toContain('00000000-0000-4000-8000-000000000001')
  })

  test('is not waited for longer than its lease, and what another one makes meanwhile is left alone', async () => {
    const who = await anInvestor(house.db)
    await ask(who)
    await house.db
      .updateTable('archive')
      .set({
        claim_id: '00000000-0000-4000-8000-000000000002',
        claimed_until: new Date(house.clock.now().getTime() + MINUTE),
        tries: 1,
      })
      .where('user_id', '=', who.userId)
      .execute()
    await make()
    expect(await state(who)).toMatchObject({ state: 'making' })
    await house.clock.move(MINUTE)
    await make()
    expect(await state(who)).toMatchObject({ state: 'ready' })
  })

  test('and only seemed to be writes nothing more once another one is at it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const who = await anInvestor(house.db)
      await ask(who)
      const first = make()
      const tried = () =>
        house.db.selectFrom('archive').select('tries').where('user_id', '=', who.userId).executeTakeFirst()
      await expect.poll(tried, { interval: 1 }).toEqual({ tries: 1 })
      await house.clock.move(3 * MINUTE)
      await Promise.all([first, make()])
      expect(await state(who)).toMatchObject({ state: 'ready' })
      expect((await filesOf(who)).has('README.txt')).toBe(true)
      const { id } = there(
        await house.db.selectFrom('archive').select('id').where('user_id', '=', who.userId).executeTakeFirst(),
      )
      const pieces = (await piecesIn()).filter(({ archive_id }) => archive_id === id)
      expect(new Set(pieces.map(({ claim_id }) => claim_id)).size).toBe(1)
      const told = house.db.selectFrom('notification').select('id').where('user_id', '=', who.userId)
      expect(await told.execute()).toHaveLength(1)
    }
  })

  test('three times is told as failed, and can be asked for again', async () => {
    const who = await anInvestor(house.db)
    await brokenOff(who)
    await house.db.updateTable('archive').set({ tries: 3 }).where('user_id', '=', who.userId).execute()
    await house.clock.move(1)
    await make()
    expect(await state(who)).toMatchObject({ state: 'failed' })
    const [told] = await house.db.selectFrom('notification').selectAll().where('user_id', '=', who.userId).execute()
    expect(told).toMatchObject({ title: 'Everything that is mine', status_text: 'failed' })
    await ask(who)
    await make()
    expect(await state(who)).toMatchObject({ state: 'ready' })
  })

  test('and was only slow has made it after all, whoever wanted to give it up meanwhile', async () => {
    const who = await somebodyReady()
    const ready = await house.db
      .selectFrom('archive')
      .selectAll()
      .where('user_id', '=', who.userId)
      .executeTakeFirstOrThrow()
    const { made_at, bytes, holds_identity, over_at } = ready
    // its last try has taken so long that its lease is over, and it is about to say that it is done
    await house.db
      .updateTable('archive')
      .set({ state: 'making', tries: 3, made_at: null, bytes: null, holds_identity: null })
      .where('id', '=', ready.id)
      .execute()
    const { promise: given, resolve: give } = Promise.withResolvers<void>()
    const done = house.write(async (tx) => {
      await lockUser(tx, who.userId)
      give()
      const waiting = () =>
        sql<{ waits: boolean }>`SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
          AND datname = current_database()) AS waits`.execute(house.db)
      await expect.poll(async () => (await waiting()).rows, { timeout: 20_000 }).toEqual([{ waits: true }])
      await tx
        .updateTable('archive')
        .set({ state: 'ready', made_at, bytes, holds_identity, over_at })
        .where('id', '=', ready.id)
        .execute()
    })
    await given
    await make()
    await done
    expect(await state(who)).toMatchObject({ state: 'ready' })
    expect((await filesOf(who)).has('README.txt')).toBe(true)
  })

  test('that is told to stop gives it back at once', async () => {
    const who = await anInvestor(house.db)
    await ask(who)
    const stopping = new AbortController()
    const making = makeArchives(house.db, stopping.signal)
    await expect
      .poll(() => house.db.selectFrom('archive').select('tries').where('user_id', '=', who.userId).executeTakeFirst())
      .toEqual({ tries: 1 })
    stopping.abort()
    await making
    const left = await house.db
      .selectFrom('archive')
      .select(['state', 'tries', 'claim_id'])
      .where('user_id', '=', who.userId)
      .executeTakeFirst()
    expect(left).toEqual({ state: 'making', tries: 0, claim_id: null })
    await make()
    expect(await state(who)).toMatchObject({ state: 'ready' })
  })
})

describe('packing', () => {
  const AT = new Date('2026-03-01T12:00:00Z')
  async function* given(...names: string[]) {
    for (const name of names) yield { name, bytes: [Buffer.alloc(PIECE_BYTES, name)] }
  }

  test('is the same bytes for the same files, in pieces that are waited for', async () => {
    let [held, most] = [0, 0]
    const pack = async () => {
      const pieces: Buffer[] = []
      const bytes = await packFiles(given('a.webp', 'b.webp', 'c.txt'), AT, async (piece) => {
        held += piece.length
        most = Math.max(most, held)
        pieces.push(piece)
        await Promise.resolve()
        held -= piece.length
      })
      expect(Buffer.concat(pieces)).toHaveLength(bytes)
      return Buffer.concat(pieces)
    }
    const zip = await pack()
    expect(Buffer.compare(zip, await pack())).toBe(0)
    expect([...readZip(zip).keys()]).toEqual(['a.webp', 'b.webp', 'c.txt'])
    expect(most).toBeLessThan(2 * PIECE_BYTES)
  })

  test('ends with what goes wrong, in a file or with keeping a piece', async () => {
    async function* broken() {
      yield* given('a.webp')
      yield {
        name: 'b',
        bytes: (async function* () {
          yield 'x'
          throw new Error('no more')
        })(),
      }
    }
    await expect(packFiles(broken(), AT, async () => {})).rejects.toThrow('no more')
    const full = async () => {
      throw new Error('full')
    }
    await expect(packFiles(given('a.webp', 'b.webp'), AT, full)).rejects.toThrow('full')
  })
})
