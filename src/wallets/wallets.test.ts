import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Administrator } from '#kit/actor.ts'
import { SECOND } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { askTogether } from '#kit/pipeline.ts'
import { Refusal } from '#kit/refusal.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { balancesOf } from '#ledger/balances.ts'
import { checkBooks } from '#ledger/check-books.ts'
import { custodyAccount, suspenseAccount } from '#ledger/accounts.ts'
import { fromWire, microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { OUR_BITCOIN } from '../../test/support/addresses.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { anAdministrator } from '../../test/support/people.ts'
import { NO_COIN } from './coin-rules.ts'
import { createWallet, type TypedWallet } from './create-wallet.ts'
import { findWallet, listWallets, walletsByName } from './find.ts'
import { recordFunds } from './record-funds.ts'
import { updateWallet } from './update-wallet.ts'

let clock: TestDatabase['clock']
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
let house: TestDatabase
let administrator: Administrator

beforeAll(async () => {
  house = await testDatabase()
  clock = house.clock
  administrator = await anAdministrator(house.db)
})
afterAll(async () => {
  expect(await readTransaction(house.db, checkBooks)).toEqual([])
  await house.close()
})

const walletNamed = async (name: string) => {
  const { wallets } = await readTransaction(house.db, (tx) => askTogether(tx, { wallets: walletsByName(name) }))
  return wallets.find(({ named }) => named)
}
const aName = () => `Wallet ${newId()}`
const create = async (typed: Partial<TypedWallet> = {}) => {
  await clock.move(SECOND)
  return transaction(house.db, (tx) =>
    createWallet(tx, clock, administrator, { name: aName(), address: TRON, ...typed }),
  )
}
const update = (input: Parameters<typeof updateWallet>[3]) =>
  transaction(house.db, (tx) => updateWallet(tx, clock, administrator, input))
const find = (id: string) => readTransaction(house.db, (tx) => findWallet(tx, id))
const auditOf = (id: string) =>
  house.db.selectFrom('audit_entry').selectAll().where('subject_id', '=', id).orderBy('id').execute()
const refusalOf = (act: Promise<unknown>) =>
  act.then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? error : Promise.reject(error)),
  )

test('a new wallet is on offer, has empty accounts, and stands in the audit log', async () => {
  const { id, name } = await create()
  expect(await find(id)).toEqual({ id, name, address: TRON, network: 'tron', available: true, version: 0, ...NO_COIN })
  const accounts = [custodyAccount(id), suspenseAccount(id)]
  expect(Object.values(await readTransaction(house.db, (tx) => balancesOf(tx, accounts)))).toEqual([0n, 0n])
  expect(await auditOf(id)).toMatchObject([
    { action: 'wallet created', actor_id: administrator.userId, after: { name, address: TRON, network: 'tron' } },
  ])
})

test('everybody’s open screens are told', async () => {
  const before = await house.db.selectFrom('live_event').selectAll().execute()
  await create()
  const events = await house.db.selectFrom('live_event').selectAll().execute()
  expect(events.slice(before.length)).toContainEqual(
    expect.objectContaining({ audience: 'everybody', topic: 'wallets' }),
  )
})

test('names are unique without regard to case, also when two are made at once', async () => {
  const name = aName()
  const outcomes = await Promise.all(
    [name, name.toUpperCase(), name.toLowerCase(), name].map((typed) => refusalOf(create({ name: typed }))),
  )
  expect(outcomes.filter((refusal) => refusal === undefined)).toHaveLength(1)
  for (const refusal of outcomes.filter((outcome) => outcome !== undefined)) {
    expect(refusal).toMatchObject({ code: 'bad input', errors: { name: [expect.stringContaining('already')] } })
  }
  const other = await create()
  const refusal = await refusalOf(update({ id: other.id, name: name.toUpperCase(), address: TRON }))
  expect(refusal).toMatchObject({ code: 'bad input', errors: { name: [expect.any(String)] } })
  expect(await walletNamed(name.toUpperCase())).toMatchObject({
    version: 0,
  })
})

test('a wallet may change the case of its own name', async () => {
  const { id, name } = await create()
  await update({ id, name: name.toUpperCase(), address: TRON })
  expect(await find(id)).toMatchObject({ name: name.toUpperCase() })
})

test('an address that is mistyped is refused under its field and nothing is made', async () => {
  const name = aName()
  const refusal = await refusalOf(create({ name, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' }))
  expect(refusal).toMatchObject({ code: 'bad input', errors: { address: [expect.stringContaining('mistyped')] } })
  expect(await walletNamed(name)).toBeUndefined()
})

test('an address that several networks write alike is refused without its network, and nothing is made', async () => {
  const name = aName()
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const asked = {
    code: 'bad input',
    errors: { network: [expect.stringContaining('Ethereum, BNB Smart Chain, and Polygon')] },
  }
  expect(await refusalOf(create({ name, address }))).toMatchObject(asked)
  expect(await walletNamed(name)).toBeUndefined()
  expect(await refusalOf(create({ name, address, network: 'polygon' }))).toBeUndefined()
  expect(await walletNamed(name)).toMatchObject({ network: 'polygon' })
  const other = await create()
  expect(await refusalOf(update({ id: other.id, name: other.name, address }))).toMatchObject(asked)
})

test('an update changes what it names, keeps the rest, counts its versions and remembers both sides', async () => {
  const { id, name } = await create({ address: '3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj', network: 'litecoin' })
  const renamed = `${name} (old)`
  await update({ id, name: renamed, address: '3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj', available: false, version: 0 })
  expect(await find(id)).toMatchObject({ name: renamed, network: 'litecoin', available: false, version: 1 })
  await update({ id, name: renamed, address: OUR_BITCOIN, version: 1 })
  expect(await find(id)).toMatchObject({ address: OUR_BITCOIN, network: 'bitcoin', available: false, version: 2 })
  expect((await auditOf(id)).at(-1)).toMatchObject({
    action: 'wallet changed',
    before: { name: renamed, network: 'litecoin', available: false },
    after: { name: renamed, network: 'bitcoin', available: false },
  })
})

test('a form that has become stale is refused, and one of two at once', async () => {
  const { id, name } = await create()
  const outcomes = await Promise.all(
    [1, 2, 3, 4].map((number) => refusalOf(update({ id, name: `${name} ${number}`, address: TRON, version: 0 }))),
  )
  expect(outcomes.filter((refusal) => refusal === undefined)).toHaveLength(1)
  expect(outcomes.filter((refusal) => refusal?.code === 'wrong state')).toHaveLength(3)
  expect(await find(id)).toMatchObject({ version: 1 })
  expect(await refusalOf(update({ id: newId(), name, address: TRON }))).toMatchObject({ code: 'not found' })
})

test('lists come newest first in the wire’s shape, those on offer or all', async () => {
  const [first, second, hidden] = [await create(), await create(), await create({ available: false })]
  const list = (onlyAvailable: boolean) => readTransaction(house.db, (tx) => listWallets(tx, { onlyAvailable }))
  const all = await list(false)
  expect(all.slice(0, 3).map(({ id }) => id)).toEqual([hidden.id, second.id, first.id])
  expect(all[1]).toEqual({
    ...{ id: second.id, wallet_name: second.name, wallet_address: TRON, network: 'tron', available: true, version: 0 },
    ...NO_COIN,
  })
  expect((await list(true)).slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id])
})

const OWN = ['equity/capital', 'income/returns', 'income/fees'] as const
const usd = (dollars: string) => fromWire(`${dollars}.00`)

function record(walletId: string, direction: 'in' | 'out', amount: MicroUsd, account: 'capital' | 'returns' | 'fees') {
  const input = { walletId, direction, amount, account, reason: 'month end' }
  return transaction(house.db, (tx) => recordFunds(tx, administrator, input))
}

test('the operator’s own money comes in and goes out against the account that is named', async () => {
  const { id } = await create()
  const figures = () => readTransaction(house.db, (tx) => balancesOf(tx, [custodyAccount(id), ...OWN]))
  const before = await figures()
  await record(id, 'in', usd('1000'), 'capital')
  await record(id, 'in', usd('200'), 'returns')
  await record(id, 'in', usd('30'), 'fees')
  await record(id, 'out', usd('400'), 'capital')
  const after = await figures()
  expect(after[custodyAccount(id)]).toBe(usd('830'))
  expect(OWN.map((name) => after[name] - before[name])).toEqual([usd('600'), usd('200'), usd('30')])
  expect(await auditOf(id)).toMatchObject([
    { action: 'wallet created' },
    {
      action: 'funds recorded',
      after: { amount: '1000.00', direction: 'in', account: 'capital' },
      reason: 'month end',
    },
    { after: { account: 'returns' } },
    { after: { account: 'fees' } },
    { after: { amount: '400.00', direction: 'out' } },
  ])
})

test('more than a wallet holds cannot go out: refused with the shortfall, nothing changed', async () => {
  const { id } = await create()
  await record(id, 'in', usd('100'), 'capital')
  const refusal = await refusalOf(record(id, 'out', usd('150'), 'returns'))
  expect(refusal).toMatchObject({ code: 'wrong state', message: expect.stringContaining('$50.00') })
  expect((await readTransaction(house.db, (tx) => balancesOf(tx, [custodyAccount(id)])))[custodyAccount(id)]).toBe(
    usd('100'),
  )
  expect(await auditOf(id)).toHaveLength(2)
})

test('of many that each take more than half at once, one passes', async () => {
  const { id } = await create()
  await record(id, 'in', usd('100'), 'capital')
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => refusalOf(record(id, 'out', microUsd(51_000_000n), 'capital'))),
  )
  expect(outcomes.filter((refusal) => refusal === undefined)).toHaveLength(1)
  expect(outcomes.filter((refusal) => refusal?.code === 'wrong state')).toHaveLength(19)
})

test('a wallet that is not there and a reason of blanks are refused', async () => {
  expect(await refusalOf(record(newId(), 'in', usd('1'), 'capital'))).toMatchObject({ code: 'not found' })
  const { id } = await create()
  const input = { walletId: id, direction: 'in', amount: usd('1'), account: 'capital', reason: ' \n' } as const
  const blank = transaction(house.db, (tx) => recordFunds(tx, administrator, input))
  expect(await refusalOf(blank)).toMatchObject({ code: 'bad input', errors: { reason: [expect.any(String)] } })
})

test('a wallet on a network for testing is the demo’s alone', async () => {
  const wallet = { address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', network: 'bitcoin testnet' }
  expect((await refusalOf(create(wallet)))?.errors).toEqual({ network: [expect.stringContaining('test network')] })
  const typed = { name: aName(), ...wallet }
  const made = await transaction(house.db, (tx) => createWallet(tx, clock, administrator, typed, { demo: true }))
  expect(made.network).toBe('bitcoin testnet')
  const { id, name } = await create()
  expect((await refusalOf(update({ id, name, ...wallet })))?.errors).toEqual({ network: [expect.any(String)] })
})

const USDT = { coin: 'USDT', coin_contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', coin_decimals: 6 }
const OUR_TRON = 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL'

test('a wallet is given a coin, keeps it through calls that know nothing of coins, and stands with it in the log', async () => {
  const { id, name } = await create({ address: OUR_TRON, ...USDT, coin_decimals: '6' })
  expect(await find(id)).toMatchObject(USDT)
  expect(await auditOf(id)).toMatchObject([{ action: 'wallet created', after: USDT }])
  await update({ id, name: `${name} (old)`, address: OUR_TRON, version: 0 })
  expect(await find(id)).toMatchObject({ ...USDT, version: 1 })
  await update({ id, name: `${name} (old)`, address: OUR_TRON, coin: 'trx', version: 1 })
  const own = { coin: 'TRX', coin_contract: null, coin_decimals: 6 }
  expect(await find(id)).toMatchObject({ ...own, version: 2 })
  expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'wallet changed', before: USDT, after: own })
  await update({ id, name: `${name} (old)`, address: OUR_TRON, coin: null, version: 2 })
  expect(await find(id)).toMatchObject({ ...NO_COIN, version: 3 })
})

test('a wallet that moves to another network has no coin any more, unless a new one is named', async () => {
  const { id, name } = await create({ address: OUR_TRON, ...USDT })
  await update({ id, name, address: OUR_BITCOIN, version: 0 })
  expect(await find(id)).toMatchObject({ network: 'bitcoin', ...NO_COIN })
  await update({ id, name, address: OUR_TRON, coin: 'TRX', version: 1 })
  expect(await find(id)).toMatchObject({ network: 'tron', coin: 'TRX' })
})

test('a token whose contract is not one of the network is refused under its field and nothing changes', async () => {
  const { id, name } = await create({ address: OUR_TRON })
  const token = { ...USDT, coin_contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }
  const refusal = await refusalOf(update({ id, name, address: OUR_TRON, ...token }))
  expect(refusal).toMatchObject({ code: 'bad input', errors: { coin_contract: [expect.stringContaining('Tron')] } })
  expect(await find(id)).toMatchObject({ ...NO_COIN, version: 0 })
})
