import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, createBase58check, hex } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NETWORKS } from './contract.ts'
import { checkAddress, networksOf, onlyHides, readNetwork, readWallet } from './rules.ts'

/** Published addresses: BIP 16, 173, 350, EIP-55, the networks' own documents and well-known accounts. */
const VALID: Record<string, string[]> = {
  bitcoin: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
    '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
    '3LRW7jeCvQCRdPF8S3yUCfRAx4eqXFmdcr',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  litecoin: [
    'LVuDpNCSSj6pQ7t9Pv6d6sUkLKoqDEVUnJ',
    'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441',
    'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  ],
  dogecoin: [
    'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE',
    '9tp7THhBG3fNNFka1AJm95DU3E4x3pwQA3',
    'A7JjzK9k9x5b2MkkQzqt91WZsuu7wTu6iS',
  ],
  tron: [
    'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL',
    'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  ],
  ethereum: [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ],
  solana: [
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    '11111111111111111111111111111111',
  ],
}
const ALL = Object.entries(VALID).flatMap(([network, addresses]) =>
  addresses.map((address) => [network, address] as const),
)
const CHECKSUMMED = ALL.filter(
  ([network, address]) => network !== 'solana' && /[a-z]/.test(address) && /[A-Z]/.test(address),
)
const base58check = createBase58check(sha256)

test.each(ALL)('%s: %s is right, and its form tells the networks that it may be of', (network, address) => {
  expect(networksOf(address)).toContain(network)
  expect(checkAddress(network, address)).toBeNull()
})

describe('what is wrong is said in words', () => {
  test.each([
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'mistyped'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'mistyped'],
    ['bitcoin', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'mistyped'],
    ['bitcoin', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'mistyped'],
    // BIP 350: the checksum of the other version, programs of a wrong length, none at all
    ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'not in use'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'not in use'],
    ['bitcoin', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'not in use'],
    ['bitcoin', 'bc1pw5dgrnzv', 'not in use'],
    ['bitcoin', 'bc1gmk9yu', 'not in use'],
    // BIP 350: right, but of versions that no rule protects yet
    ['bitcoin', 'BC1SW50QGDZ25J', 'not in use'],
    ['bitcoin', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'not in use'],
    ['bitcoin', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', 'not in use'],
    // test networks, where money is worth nothing
    ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'not an address of Bitcoin'],
    ['bitcoin', 'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r', 'not of Bitcoin'],
    ['bitcoin', '2NByiBUaEXrhmqAsg7BbLpcQSAQs1EDwt5w', 'not of Bitcoin'],
    // another network's
    ['bitcoin', 'LVuDpNCSSj6pQ7t9Pv6d6sUkLKoqDEVUnJ', 'not of Bitcoin'],
    ['bitcoin', '0x52908400098527886E0F7030069857D2E4169EE7', 'not an address of Bitcoin'],
    ['litecoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'not an address of Litecoin'],
    ['tron', 'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE', 'not of Tron'],
    ['tron', '418840E6C55B9ADA326D211D818C34A994AECED808', 'not an address of Tron'],
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'mistyped'],
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', '40 digits'],
    ['ethereum', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '40 digits'],
    ['ethereum', '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '40 digits'],
    ['ethereum', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '40 digits'],
    ['solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTD', 'not an address of Solana'],
    ['solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt10', 'not an address of Solana'],
    ['solana', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'not an address of Solana'],
    ['bitcoin', '', 'not an address of Bitcoin'],
    ['bitcoin', 'bc1', 'mistyped'],
    ['monero', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'Choose one of Bitcoin, Ethereum, Tron'],
  ])('%s: %s', (network, address, sentence) => {
    expect(checkAddress(network, address)).toContain(sentence)
  })
})

test('of an address with a checksum, one letter changed, left out, doubled or swapped is noticed', () => {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const addresses = [
    ...CHECKSUMMED.filter(([network]) => network !== 'ethereum'),
    ['bitcoin', VALID['bitcoin']?.[4] ?? ''] as const,
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...addresses),
      fc.nat(61),
      fc.constantFrom(...letters),
      fc.constantFrom('change', 'drop', 'double', 'swap'),
      ([network, address], at, letter, how) => {
        const place = at % address.length
        const [before, here, after] = [address.slice(0, place), address[place] ?? '', address.slice(place + 1)]
        const changed = { change: before + letter + after, drop: before + after, double: before + here + here + after }
        const typed = how === 'swap' ? before + after.slice(0, 1) + here + after.slice(1) : changed[how]
        fc.pre(typed !== address)
        expect(checkAddress(network, typed)).not.toBeNull()
      },
    ),
    { numRuns: 2000 },
  )
})

test('every version byte belongs to the networks that use it, and to no other', () => {
  const users: Record<number, string[]> = {
    ...{ 0x00: ['bitcoin'], 0x05: ['bitcoin', 'litecoin'], 0x30: ['litecoin'], 0x32: ['litecoin'] },
    ...{ 0x1e: ['dogecoin'], 0x16: ['dogecoin'], 0x41: ['tron'] },
  }
  const hash = fc.uint8Array({ minLength: 20, maxLength: 20 })
  for (let version = 0; version < 256; version += 1) {
    const [sample] = fc.sample(hash, { numRuns: 1, seed: version })
    const address = base58check.encode(Uint8Array.from([version, ...(sample ?? [])]))
    expect(NETWORKS.filter((network) => checkAddress(network, address) === null)).toEqual(users[version] ?? [])
    expect(networksOf(address)).toEqual(users[version] ?? [])
  }
})

test('an address in hexadecimal with letters of both cases is right in one case only (EIP-55)', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.nat(39), (bytes, place) => {
      const plain = hex.encode(bytes)
      const hash = hex.encode(keccak_256(new TextEncoder().encode(plain)))
      const right = [...plain].map((digit, at) =>
        Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
      )
      expect(checkAddress('ethereum', `0x${right.join('')}`)).toBeNull()
      const other = right[place] ?? ''
      const turned = other === other.toUpperCase() ? other.toLowerCase() : other.toUpperCase()
      const wrong = right.with(place, turned).join('')
      fc.pre(turned !== other && /[a-f]/.test(wrong) && /[A-F]/.test(wrong))
      expect(checkAddress('polygon', `0x${wrong}`)).toContain('mistyped')
    }),
  )
})

test('any text at all gets an answer, never an error', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom<string>(...NETWORKS, 'constructor', '__proto__'),
      (text, network) => {
        expect(checkAddress(network, text)).toEqual(expect.any(String))
        expect(networksOf(text)).toEqual([])
      },
    ),
  )
  expect(checkAddress('solana', base58.encode(new Uint8Array(500)))).toContain('not an address')
})

test('a legacy address of litecoin is right where it is said to be litecoin’s', () => {
  const both = '3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj'
  expect(networksOf(both)).toEqual(['bitcoin', 'litecoin'])
  expect(checkAddress('litecoin', both)).toBeNull()
})

test('networks are known by their names and by what else they are called', () => {
  for (const network of NETWORKS) expect(readNetwork(` ${network.toUpperCase()} `)).toBe(network)
  expect(['BTC', 'TRC-20', 'erc20', 'BEP20', 'Doge'].map(readNetwork)).toEqual([
    ...['bitcoin', 'tron', 'ethereum', 'bnb smart chain', 'dogecoin'],
  ])
  expect(['', 'monero', 'constructor', '__proto__', 'bit coin'].map(readNetwork)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})

describe('a payment wallet as it is typed', () => {
  const tron = { name: 'USDT', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }
  const both = { name: 'LTC', address: '3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj' }
  const hexadecimal = { name: 'USDC', address: '0x52908400098527886E0F7030069857D2E4169EE7' }

  test('is read with the network that is given, else with the only one that its address can be of', () => {
    expect(readWallet({ name: ' USDT ', address: ` ${tron.address}\n` })).toEqual({
      wallet: { ...tron, network: 'tron' },
    })
    expect(readWallet({ ...both, network: 'LTC' })).toEqual({ wallet: { ...both, network: 'litecoin' } })
    expect(readWallet({ ...hexadecimal, network: 'polygon' })).toEqual({
      wallet: { ...hexadecimal, network: 'polygon' },
    })
  })

  test('is asked for its network where several write their addresses alike', () => {
    for (const [typed, networks] of [
      [hexadecimal, 'Ethereum, BNB Smart Chain, and Polygon'],
      [both, 'Bitcoin and Litecoin'],
    ] as const) {
      const errors = { network: [`Choose the network: ${networks} write their addresses alike.`] }
      for (const network of [undefined, '', ' ']) expect(readWallet({ ...typed, network })).toEqual({ errors })
      expect(readWallet(typed, { ...tron, network: 'tron' })).toEqual({ errors })
    }
  })

  test('keeps its network while the address fits, and follows an address that does not', () => {
    const other = { name: 'LTC 2', address: 'LbTjMGN7gELw4KbeyQf6cTCq859hD18guE' }
    expect(readWallet(both, { ...other, network: 'litecoin' })).toEqual({ wallet: { ...both, network: 'litecoin' } })
    const polygon = { name: 'POL', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', network: 'polygon' }
    expect(readWallet(hexadecimal, polygon)).toEqual({ wallet: { ...hexadecimal, network: 'polygon' } })
    expect(readWallet(tron, { ...both, network: 'litecoin' })).toEqual({ wallet: { ...tron, network: 'tron' } })
  })

  test('keeps what is as it is, whatever was allowed when it was given', () => {
    const old = { name: 'Tron  main\u3164', address: `${tron.address}x`, network: 'tron' }
    for (const network of [undefined, '', 'tron', 'TRC20']) {
      expect(readWallet({ name: ` ${old.name}`, address: `${old.address} `, network }, old)).toEqual({ wallet: old })
    }
    expect(readWallet({ ...old, name: 'Tron' }, old)).toEqual({ wallet: { ...old, name: 'Tron' } })
    expect(readWallet({ ...old, name: 'Tr\u043En' }, old)).toEqual({ errors: { name: [expect.any(String)] } })
    expect(readWallet({ ...old, network: 'bitcoin' }, old)).toHaveProperty('errors')
    expect(readWallet({ ...old, address: tron.address }, old)).toEqual({ wallet: { ...old, address: tron.address } })
  })

  test('is told everything that is wrong at once', () => {
    expect(readWallet({ name: '  ', address: `${tron.address}x` })).toEqual({
      errors: { name: [expect.any(String)], address: [expect.stringContaining('Bitcoin, Ethereum')] },
    })
    expect(readWallet({ name: 'a\nb', address: tron.address, network: 'monero' })).toEqual({
      errors: { name: ['Use a name of one line.'], network: [expect.stringContaining('Choose one of Bitcoin')] },
    })
    expect(readWallet({ ...tron, network: 'bitcoin' })).toEqual({ errors: { address: [expect.any(String)] } })
  })

  test('has no name that only looks like another', () => {
    expect(readWallet({ ...tron, name: ' Tron   (main) ' })).toMatchObject({ wallet: { name: 'Tron (main)' } })
    for (const name of ['Tron\u200b', 'Tr\u00adon', 'Tron\u00a0main', '\u202enorT', 'Tron\u3164']) {
      expect(readWallet({ ...tron, name })).toEqual({ errors: { name: [expect.stringContaining('invisible')] } })
    }
  })

  test('is only hidden where nothing else changes', () => {
    const wallet = { name: 'Tron', address: tron.address, network: 'tron', available: true }
    const hidden = { ...wallet, available: false }
    expect(onlyHides(wallet, hidden)).toBe(true)
    for (const to of [{ name: 'tron' }, { address: both.address }, { network: 'polygon' }]) {
      expect(onlyHides(wallet, { ...hidden, ...to })).toBe(false)
    }
    expect(onlyHides(wallet, wallet)).toBe(false)
    expect(onlyHides(hidden, hidden)).toBe(false)
    expect(onlyHides(hidden, wallet)).toBe(false)
  })
})
