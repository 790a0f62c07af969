import { describe, expect, test } from 'vitest'
import { csvLine } from '#lists/csv-rules.ts'
import { THEIR_BITCOIN } from '../../test/support/addresses.ts'
import {
  batchesIn,
  foresee,
  meansAmount,
  LARGEST_PAYOUT_FILE,
  PAYOUT_COLUMNS,
  readPayoutFile,
  remainderOf,
  repeatsIn,
  WAITS,
} from './payout-rules.ts'

const CLASH = ', for the same address or on another network.'
const HEAD = 'id,network,address,amount_usd,transaction_id'
const problemIn = (text: string) => {
  const read = readPayoutFile(text)
  return 'problem' in read ? read.problem : undefined
}
const fileOf = (text: string) => {
  const read = readPayoutFile(text)
  return 'problem' in read ? expect.fail(read.problem) : read
}

describe('a payout list that came back', () => {
  test('is read by the names of its columns, in any order, whatever else is in it', () => {
    const text =
      '\uFEFFTransaction ID;note;Amount-USD;ADDRESS;network;Id\r\n ab ;x;1000,00;bc1q;bitcoin;F0\r\n;;5;bc1z;bitcoin;f1\r\n'
    expect(fileOf(text).lines).toEqual([
      { line: 2, id: 'f0', user: '', network: 'bitcoin', address: 'bc1q', amount: '1000,00', txid: 'ab' },
      { line: 3, id: 'f1', user: '', network: 'bitcoin', address: 'bc1z', amount: '5', txid: '' },
    ])
    expect(fileOf(csvLine([...PAYOUT_COLUMNS]) + csvLine(['f0', 'amy'])).lines).toMatchObject([
      { id: 'f0', user: 'amy', txid: '' },
    ])
  })

  test('says what is wrong with it, with line and column', () => {
    expect(problemIn('')).toBe('There are no payouts in this.')
    expect(problemIn(HEAD)).toBe('There are no payouts in this.')
    expect(problemIn('id,network,address,amount_usd\na,b,c,d')).toContain('Line 1: there is no column transaction_id.')
    expect(problemIn(`${HEAD},id\na,b,c,d,e,f`)).toBe('Line 1, column 6: id is there twice.')
    expect(problemIn(`${HEAD}\na,b,c,d,e,,f`)).toBe('Line 2, column 7: this is beyond the last column.')
    expect(problemIn(`${HEAD}\na,b,c,d,${'e'.repeat(201)}`)).toBe(
      'Line 2, column 5: this is too long for transaction_id.',
    )
    expect(problemIn(`${HEAD}\na,b,"c`)).toBe('Line 2, column 3: the quote that begins here is not closed.')
  })

  test('is bounded', () => {
    expect(problemIn(`${HEAD}\n${'a,b,c,d,e\n'.repeat(1000)}`)).toBeUndefined()
    expect(problemIn(`${HEAD}\n${'a,b,c,d,e\n'.repeat(1001)}`)).toContain('Line 1002: at most 1000 payouts at once.')
    expect(problemIn('a'.repeat(LARGEST_PAYOUT_FILE + 1))).toContain('more than 1 MB')
  })

  test('has each payout once, and each transaction once for an address and on one network, however it is written', () => {
    const hash = 'ab'.repeat(32)
    const lines = [
      ['1', 'bitcoin', hash],
      ['2', 'bitcoin', `0x${hash.toUpperCase()}`],
      ['3', 'solana', 'AbC'],
      ['4', 'solana', 'aBc'],
      ['5', 'bitcoin', 'cd'],
      ['5', 'bitcoin', 'ef'],
      ['6', 'bitcoin', ''],
      ['6', 'bitcoin', ''],
      ['7', 'litecoin', hash],
      ['8', 'bitcoin', 'abcd', 'bc1x'],
      ['9', 'bitcoin', 'ABCD', 'bc1y'],
      ['a', 'bitcoin', 'abcd', 'BC1Y'],
      ['b', 'litecoin', 'ce', '3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj'],
      ['c', 'litecoin', 'ce', 'MJRSgZ3UUFcTBTBAaN38XAXvZLwRe8WVw7'],
      ['d', 'LTC', 'ce', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
    ]
    const file = fileOf(
      `id,network,transaction_id,address,amount_usd\n${lines.map((line) => line.join(',')).join('\n')}`,
    )
    expect([...repeatsIn(file.lines)].toSorted(([one], [other]) => one - other)).toEqual([
      [2, `The same transaction id is in line 3, 10${CLASH}`],
      [3, `The same transaction id is in line 2, 10${CLASH}`],
      [6, 'The same withdrawal is in line 7.'],
      [7, 'The same withdrawal is in line 6.'],
      [10, `The same transaction id is in line 2, 3${CLASH}`],
      [12, `The same transaction id is in line 13${CLASH}`],
      [13, `The same transaction id is in line 12${CLASH}`],
      // the same script, written in both ways of the network
      [14, `The same transaction id is in line 15${CLASH}`],
      [15, `The same transaction id is in line 14${CLASH}`],
    ])
    // one transaction may pay several, each to an address of its own
    expect(batchesIn(file.lines).get(11)).toBe('The same transaction as in line 12, 13.')
  })

  test('leaves a file of what is left, which can be sent again', () => {
    const file = fileOf(`${HEAD},user\na,bitcoin,${THEIR_BITCOIN},1.00,x,'-amy\nb,bitcoin,y,2.00,z,=bob`)
    const left = remainderOf(file, new Map([[2, 'It says "no".']]))
    expect(left).toContain('"\'-amy","It says ""no""."')
    expect(fileOf(left).lines).toEqual([{ ...file.lines[0], line: 2 }])
    const again = remainderOf(fileOf(left), new Map([[2, 'Still no.']]))
    expect(again).toContain('"Still no."')
    expect(again).not.toContain('It says')
    expect(again.match(/problem/g)).toHaveLength(1)
  })
})

test('an amount is the same however a spreadsheet writes it, and no other one is', () => {
  for (const written of ['1000.00', '1000', '1000,00', '1,000.00', '1.000,00', '1 000,0', '1’000.00', '$1,000']) {
    expect([written, meansAmount(written, '1000.00')]).toEqual([written, true])
  }
  for (const written of ['', '1', '1000.01', '100000', '10.00', '1,00', '1.000.0000', '-1000', '1e3', '1000 USD']) {
    expect([written, meansAmount(written, '1000.00')]).toEqual([written, false])
  }
  expect(meansAmount('1,000,000.5', '1000000.50')).toBe(true)
  expect(meansAmount('1,000', '1.00')).toBe(false)
  expect(meansAmount('0.123456', '0.123456')).toBe(true)
})

test('what one may pay out alone, what may wait, and what a wallet holds, is used up from line to line', () => {
  const line = (amount: string, wallet_id: string | null = 'w', verdict: 'pay' | 'waits' | 'refused' = 'pay') => ({
    ...{ verdict, words: 'As checked.', amount, wallet_id },
  })
  const wallets = new Map([
    ['w', { name: 'Bitcoin', holds: '100.00' }],
    ['v', { name: 'Tron', holds: '1000.00' }],
  ])
  const asked = [
    line('60.00'),
    line('50.00'),
    line('40.00', 'w', 'waits'),
    line('30.00'),
    line('500.00', 'v'),
    line('10.00', 'v'),
  ]
  expect(
    foresee(asked, { left: '100.00', mayAsk: 2, wallets }).map(({ verdict, words }) => `${verdict}: ${words}`),
  ).toEqual([
    'pay: As checked.',
    'refused: After the lines before it, $10.00 is missing in Bitcoin. Record funds first.',
    'waits: As checked.',
    'pay: As checked.',
    `waits: ${WAITS.day}`,
    'pay: As checked.',
  ])
  expect(foresee(asked, { left: null, mayAsk: 2, wallets }).map(({ verdict }) => verdict)).toEqual([
    ...['pay', 'refused', 'waits', 'pay', 'pay', 'pay'],
  ])
  const refused = [line('1.00', null, 'refused')]
  expect(foresee(refused, { left: null, mayAsk: 0, wallets })).toEqual(refused)
  // the second that would wait comes after as many as may
  const few = foresee(asked, { left: '100.00', mayAsk: 1, wallets }).map(({ verdict }) => verdict)
  expect(few).toEqual(['pay', 'refused', 'waits', 'pay', 'refused', 'pay'])
})
