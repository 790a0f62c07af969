/** What everybody can have of the books, the log and proofs, searched for whatever the people here could be told by. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { WEB_FOLDER } from '#app/web-build.ts'
import { transaction } from '#kit/transaction.ts'
import { entryText, headerText } from '#log/canonical-rules.ts'
import { selectTransfers } from '#log/store.ts'
import { tileName, TILE_WIDTH } from '#log/tile-rules.ts'
import { THEIR_BITCOIN } from './support/addresses.ts'
import { daysPass, OWNER, startTestApp, type TestApp } from './support/app.ts'
import { formsOf, type Shown, toldIn } from './support/tells-of.ts'
import { there } from './support/there.ts'
import type { Visitor } from './support/visitor.ts'
import { makeOffer } from './support/walk.ts'

/** Micro-dollars: no smaller amount can be told from whatever else has so many digits. */
const LEAST = 10_000_000n

let house: TestApp
let owner: Visitor
let forms: ReturnType<typeof formsOf>
beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  owner = await house.owner()
  await makeOffer(owner)
  for (const [at, name] of ['marigold-quill', 'tamsin-oakes', 'ruben-vantage', 'odile-harrow'].entries()) {
    const visitor = house.visitor()
    await visitor.join(name, at === 0 ? {} : { referral: 'marigold-quill' })
    await act(visitor, at)
  }
  // a proof each day
  for (let day = 0; day < 3; day += 1) await daysPass(house, 1)
  await house.runJobs()
  await house.runJobs()
  forms = await whatWouldTell()
})
afterAll(() => house.close())

/** What leaves something of each kind in the books, of amounts that nothing else comes to. */
async function act(visitor: Visitor, at: number): Promise<void> {
  const { plans, wallets } = (await visitor.get('/api/histories')).body
  const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, duration: 14 }
  await visitor.must('/api/save-investment', { ...choice, amount: `${1371 + 613 * at}.${37 + at}` })
  const [{ id }] = (await visitor.get('/api/histories')).body.investments
  await owner.must(`/api/approve-investment/${id}`)
  await owner.must(`/api/topup-user/${visitor.id}`, { amount: `${727 + 211 * at}.${53 + at}`, reason: 'A gift' })
  const asked = { amount: `${93 + 7 * at}.${61 + at}`, source: 'investment', wallet_address: THEIR_BITCOIN }
  await visitor.must('/api/withdraw', { ...asked, wallet_name: 'Bitcoin' })
}

/** Names, addresses, numbers, ids and amounts of these people, and what the log has committed to of them. */
async function whatWouldTell() {
  return transaction(house.app.db, async (tx) => {
    const texts = await sql<{ what: string; told: string | null }>`
      SELECT column_name || ' of ' || person.name AS what, told FROM app_user AS person
      CROSS JOIN LATERAL (VALUES ('id', id::text), ('name', name), ('mail', email), ('phone', phone)) AS each (column_name, told)
      WHERE person.name <> ${OWNER.name}
      UNION ALL SELECT 'investment', unnest(ARRAY[id::text, tranx_id]) FROM investment
      UNION ALL SELECT 'withdrawal', unnest(ARRAY[id::text, wallet_address, txid]) FROM withdrawal
      UNION ALL SELECT 'referral', id::text FROM referral
      UNION ALL SELECT 'account', account.name FROM account JOIN app_user ON app_user.id = owner_id
      UNION ALL SELECT 'record', reference_id::text FROM transfer WHERE reference_kind <> 'reserve'`.execute(tx)
    const amounts = await sql<{ what: string; told: bigint }>`
      SELECT DISTINCT account.name AS what, told FROM entry JOIN account ON account.id = account_id
      JOIN app_user ON app_user.id = owner_id, unnest(ARRAY[abs(amount), balance_after]) AS told
      WHERE told >= ${LEAST}`.execute(tx)
    const { rows: ids } = await sql<{ id: bigint }>`SELECT id FROM transfer`.execute(tx)
    const transfers = await selectTransfers(
      tx,
      ids.map(({ id }) => id),
    )
    const committed = transfers.flatMap((transfer) =>
      [headerText(transfer, transfer.entries.length), ...transfer.entries.map((entry) => entryText(entry))].flatMap(
        (text) => formsOf(`the transfer ${transfer.id}`, text),
      ),
    )
    const told = [...texts.rows, ...amounts.rows].flatMap(({ what, told: one }) =>
      one === null ? [] : formsOf(what, one),
    )
    return [...told, ...committed]
  })
}

const statuses = new Map<string, number>()

async function shownAt(path: string): Promise<Shown> {
  const answer = await fetch(house.url + path)
  statuses.set(path, answer.status)
  return { place: path, bytes: Buffer.from(await answer.arrayBuffer()).toString('latin1') }
}

/** The newest of each tile, and those that were there on the way to it. */
async function tilesOfLog(size: number): Promise<string[]> {
  const paths: string[] = []
  for (const level of ['entries', 0, 1, 2]) {
    const hashes = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : Number(level)))
    for (let n = 0; n * TILE_WIDTH < hashes; n += 1) {
      const width = Math.min(hashes - n * TILE_WIDTH, TILE_WIDTH)
      const name = `/log/tile/${level}/${tileName(n)}`
      if (width === TILE_WIDTH) paths.push(name)
      for (let part = 1; part < width; part += 1) paths.push(`${name}.p/${part}`)
      if (width < TILE_WIDTH) paths.push(`${name}.p/${width}`)
    }
  }
  return paths
}

async function everythingPublished(): Promise<Shown[]> {
  const checkpoint = await shownAt('/log/checkpoint')
  const size = Number(checkpoint.bytes.split('\n')[1])
  const calls = Object.entries(contract).flatMap(([key, { who }]) =>
    who === 'anyone' && /^GET [^:]+$/.test(key) ? [key.slice('GET '.length)] : [],
  )
  const paths = [
    ...['/log/key', '/log/witnesses', '/', '/books', '/login', '/register', '/api/openapi.json', ...calls],
    ...(await tilesOfLog(size)),
    ...Array.from({ length: size }, (_none, position) => `/log/announcement/${position}`),
  ]
  const folder = join(WEB_FOLDER, 'prerendered')
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.html'))
  return [
    checkpoint,
    ...(await Promise.all(paths.map(shownAt))),
    ...(await Promise.all(
      pages.map(async (name) => ({ place: name, bytes: (await readFile(join(folder, name))).toString('latin1') })),
    )),
  ]
}

test('nothing that is published tells of anybody, in no form', async () => {
  const published = await everythingPublished()
  const places = published.map(({ place }) => place)
  for (const place of ['/api/books', '/api/books/days', '/api/books/months', '/api/proofs'])
    expect(places).toContain(place)
  const of = (place: string) => there(published.find((shown) => shown.place === place)).bytes
  expect(JSON.parse(of('/api/proofs')).proofs.length).toBeGreaterThan(1)
  // what was refused was not looked at
  const refused = [...statuses].filter(
    ([path, status]) => (status < 200 || status > 299) && !path.startsWith('/log/announcement/'),
  )
  expect(refused).toEqual([])
  const opened = places.filter((place) => place.startsWith('/log/announcement/') && statuses.get(place) === 200)
  const types = opened.map((place) => JSON.parse(of(place)).type)
  expect(new Set(types)).toEqual(new Set(['plan', 'setting', 'backing', 'day', 'proof']))
  expect(places.filter((place) => place.startsWith('/log/tile/entries/')).length).toBeGreaterThan(20)
  expect(places.filter((place) => place.endsWith('.html')).length).toBeGreaterThan(2)
  expect(new Set(forms.map(({ what }) => what)).size).toBeGreaterThan(50)
  expect(toldIn(published, forms)).toEqual([])
})

/** Of each kind one, with forms that other programs have written. */
const WRITTEN: [told: string | bigint, forms: string[]][] = [
  [
    'Ada-Quill',
    [
      ...['Ada-Quill', 'ada-quill', '4164612d5175696c6c', 'QWRhLVF1aWxs', 'eEFkYS1RdWlsbA==', 'eHhBZGEtUXVpbGw='],
      ...['928cff0e3a8f5b92b4b648d831c8b111652014dee8e5ab4254b62f0ca13f9fd7'],
      ...['koz/DjqPW5K0tkjYMcixEWUgFN7o5atCVLYvDKE/n9c='],
      ...['d6f1d79b394781c27749417d0fd5dd66aa5da2b2abfbe41c49e7bb591904a568'],
    ],
  ],
  [
    1_234_567_891_234n,
    ['1234567891234', '1234567.89', '1,234,567.89', '0000011f71fb0922', 'AAABH3H7CSI=', '\0\0\u0001\u001fq\u00fb\t"'],
  ],
  [
    '0192f3c4-5d6e-7f80-91a2-b3c4d5e6f708',
    [
      ...['0192f3c4-5d6e-7f80-91a2-b3c4d5e6f708', '0192f3c45d6e7f8091a2b3c4d5e6f708', 'AZLzxF1uf4CRorPE1eb3CA=='],
      ...['32d7a7321e64d2065edbc40968d21c9f4fdb98a4193ca84bf48952d5e3ab6abf'],
      ...['96646a79be66b1bb3634ff560fc2f6c8f4cbf446751308ac8894d8f8456da67f'],
    ],
  ],
]

test('somebody is told by their name, amount or id as other programs write them: plainly, encoded and hashed', () => {
  const missed = WRITTEN.flatMap(([told, written]) =>
    written.filter(
      (form) => toldIn([{ place: 'planted', bytes: `\0\u00ff${form}:` }], formsOf('planted', told)).length === 0,
    ),
  )
  expect(missed).toEqual([])
})

test('a name that an owner publishes is found', async () => {
  await owner.must('/api/create-plan', {
    ...{ name: 'For Tamsin-Oakes alone', min_amount: '100', max_amount: '5000', durations_copy: '14' },
    ...{ ref_bonus: '5', description: 'Hers.', daily_roi: '0.4' },
  })
  await daysPass(house, 1)
  const told = toldIn(await everythingPublished(), forms)
  expect(told).toContain('/api/books tells name of tamsin-oakes: text')
})
