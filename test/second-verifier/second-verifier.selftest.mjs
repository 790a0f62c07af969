// Examples for the second verifier, made here by an encoder of its own from proofs.md alone, and how each is refused.
import test from 'node:test'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  openNote,
  rootFromTiles,
  tileName,
  treeRoot,
  verifyBundle,
  verifyConsistency,
  verifyKeptMail,
  verifyLog,
  verifyNote,
  verifyOpening,
} from './second-verifier.mjs'

// --- the encoder ---

const H = (...bytes) =>
  createHash('sha256')
    .update(Buffer.concat(bytes.map((one) => Buffer.from(one))))
    .digest()
const mac = (salt, text) => createHmac('sha256', salt).update(text).digest()
const b64 = (bytes) => Buffer.from(bytes).toString('base64')
const number = (value, length) =>
  Buffer.from(
    BigInt.asUintN(length * 8, BigInt(value))
      .toString(16)
      .padStart(length * 2, '0'),
    'hex',
  )

function newKey(name, kind = 1) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const data = Buffer.concat([Buffer.of(kind), Buffer.from(publicKey.export({ format: 'jwk' }).x, 'base64url')])
  const id = H(name + '\n', data).subarray(0, 4)
  return { name, id, privateKey, verifier: `${name}+${id.toString('hex')}+${b64(data)}` }
}
const signature = (key, text) =>
  `— ${key.name} ${b64(Buffer.concat([key.id, sign(null, Buffer.from(text), key.privateKey)]))}\n`
const checkpoint = (key, size, root) => {
  const text = `${key.name}\n${size}\n${b64(root)}\n`
  return `${text}\n${signature(key, text)}`
}
function cosign(note, witness, time) {
  const text = note.slice(0, note.indexOf('\n\n') + 1)
  const bytes = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), witness.privateKey)
  return `${note}— ${witness.name} ${b64(Buffer.concat([witness.id, number(time, 8), bytes]))}\n`
}

// RFC 6962, 2.1 and 2.1.1, word for word.
const split = (n) => 2 ** (Math.ceil(Math.log2(n)) - 1)
function mth(leaves) {
  if (leaves.length === 0) return H()
  if (leaves.length === 1) return leaves[0]
  return H([1], mth(leaves.slice(0, split(leaves.length))), mth(leaves.slice(split(leaves.length))))
}
function inclusion(leaves, index) {
  if (leaves.length === 1) return []
  const k = split(leaves.length)
  return index < k
    ? [...inclusion(leaves.slice(0, k), index), mth(leaves.slice(k))]
    : [...inclusion(leaves.slice(k), index - k), mth(leaves.slice(0, k))]
}
function entry(type, ...seals) {
  return Buffer.concat([Buffer.from(type + '\n'), H('plumb log/', type, '\n', ...seals)])
}
const leavesOf = (entries) => entries.map((one) => H([0], one))
const fillers = (many) => Array.from({ length: many }, (_, i) => entry('transfer', mac(randomBytes(32), `${i}\n`)))

// Every tile of a log: a hash of level l is the root of 256^l leaves.
function tilesOf(leaves) {
  const levels = [leaves]
  while (levels.at(-1).length >= 256) {
    const last = levels.at(-1)
    const full = Array.from({ length: Math.floor(last.length / 256) }, (_, n) => last.slice(n * 256, n * 256 + 256))
    levels.push(full.map(mth))
  }
  return (level, n, width) => {
    const hashes = levels[level].slice(n * 256, n * 256 + width)
    if (hashes.length < width) throw new Error('not there')
    return Buffer.concat(hashes)
  }
}

// The tree of sums: people are { name, nonce, halves: [[place, amount], [place, amount]] }.
function sumTree(epoch, depth, people, unowned) {
  const leaf = (owner, part, amount) => ({
    sum: BigInt(amount),
    hash: H([0], number(epoch, 4), owner, [part], number(amount, 8)),
  })
  const owner = (one) => H([2], number(epoch, 4), [one.name.length], one.name, one.nonce)
  const row = Array.from({ length: 2 ** depth }, () => leaf(randomBytes(32), 0, 0))
  for (const one of people) {
    one.halves.forEach(([place, amount], part) => {
      row[place] = leaf(owner(one), part, amount)
    })
  }
  const join = (level, left, right) => ({
    sum: left.sum + right.sum,
    hash: H([1], [level], left.hash, number(left.sum, 8), right.hash, number(right.sum, 8)),
  })
  const rows = [row]
  while (rows.at(-1).length > 1) {
    const last = rows.at(-1)
    rows.push(last.filter((_, i) => i % 2 === 0).map((left, i) => join(rows.length, left, last[i * 2 + 1])))
  }
  const nobody = leaf(Buffer.alloc(32), 0, unowned)
  const top = join(depth + 1, rows.at(-1)[0], nobody)
  const path = (place) =>
    [...rows.slice(0, -1).map((one, k) => one[Math.floor(place / 2 ** k) ^ 1]), nobody].map(({ hash, sum }) => [
      b64(hash),
      String(sum),
    ])
  const bundle = (one) => ({
    epoch,
    name: one.name,
    nonce: b64(one.nonce),
    parts: one.halves.map(([place, amount]) => ({ amount: String(amount), leaf: place, path: path(place) })),
    position: 3,
    depth,
    unowned: String(unowned),
    total: String(top.sum),
    root: b64(top.hash),
    log: null,
  })
  return { bundle, root: top.hash, total: top.sum }
}

const log = newKey('house.example/log')

// Puts a proof into a log of `size` entries at `index`, and gives the bundle with its path.
function logged(bundle, { index = 5, size = 11, key = log } = {}) {
  const salt = randomBytes(32)
  const text = ['epoch', 'position', 'depth', 'unowned', 'total', 'root'].map((what) => bundle[what] + '\n').join('')
  const entries = fillers(size)
  entries[index] = entry('proof', mac(salt, text))
  const leaves = leavesOf(entries)
  const path = inclusion(leaves, index).map(b64)
  return {
    ...bundle,
    log: { index, size, salt: b64(salt), path, note: checkpoint(key, size, mth(leaves)), key: key.verifier },
  }
}
const ann = {
  name: 'ann',
  nonce: randomBytes(16),
  halves: [
    [2, 700000],
    [7, 300000],
  ],
}
const bob = {
  name: 'bob',
  nonce: randomBytes(16),
  halves: [
    [4, 1000000],
    [0, 0],
  ],
}
const tree = sumTree(20, 3, [ann, bob], 5)
const good = logged(tree.bundle(ann))
const known = { key: log.verifier, name: 'Ann', epoch: 20, amount: 1000000, total: 2000005 }

async function refused(bundle, place, reason, options = { key: log.verifier }) {
  const result = await verifyBundle(bundle, options)
  assert.deepEqual([result.answer, result.place], ['no', place], JSON.stringify(result))
  assert.match(result.reason, reason)
}
function changed(change, from = good) {
  const copy = structuredClone(from)
  change(copy)
  return copy
}

// --- that mine is counted ---

test('a bundle is right, for everybody in it', async () => {
  const result = await verifyBundle(good, known)
  assert.equal(result.answer, 'yes', JSON.stringify(result))
  assert.deepEqual(result.checked, ['parts', 'tree', 'name', 'epoch', 'amount', 'total', 'note', 'log', 'key'])
  assert.equal((await verifyBundle(logged(tree.bundle(bob)), { key: log.verifier })).answer, 'yes')
})
test('in larger trees, at every place of the log', async () => {
  for (const depth of [1, 2, 6, 10]) {
    const people = [
      {
        ...ann,
        halves: [
          [0, 3],
          [2 ** depth - 1, 4],
        ],
      },
    ]
    const bundle = sumTree(4294967295, depth, people, 0).bundle(people[0])
    for (const [index, size] of [
      [3, 4],
      [5, 7],
      [255, 256],
      [256, 257],
      [299, 600],
    ]) {
      assert.equal((await verifyBundle(logged(bundle, { index, size }), { key: log.verifier })).answer, 'yes')
    }
  }
})
test('no log or no known key is not checked, and a wrong tree without a log is wrong', async () => {
  const bare = tree.bundle(ann)
  const [first, second] = [await verifyBundle(bare, known), await verifyBundle(good)]
  assert.deepEqual([first.answer, first.place], ['not checked', 'log'])
  assert.deepEqual([second.answer, second.place], ['not checked', 'key'])
  await refused(
    changed((one) => {
      one.parts[0].amount = '1'
    }, bare),
    'tree',
    /another total/,
  )
})
test('a changed sum of a neighbour', async () => {
  await refused(
    changed((one) => {
      one.parts[0].path[0][1] = '1'
    }),
    'tree',
    /another total/,
  )
  const moved = changed((one) => {
    one.parts[0].path[1][1] = '300001'
    one.parts[0].path[2][1] = '999999'
  })
  await refused(moved, 'tree', /another/)
})
test('a changed hash of a neighbour', () =>
  refused(
    changed((one) => {
      one.parts[1].path[0][0] = b64(randomBytes(32))
    }),
    'tree',
    /another root/,
  ))
test('a wrong amount', async () => {
  await refused(
    changed((one) => {
      one.parts[0].amount = '699999'
    }),
    'tree',
    /another total/,
  )
  await refused(good, 'amount', /it is 1000000/, { ...known, amount: 1000001 })
})
test('a lower total', async () => {
  await refused(
    changed((one) => {
      one.total = '2000004'
    }),
    'tree',
    /another total/,
  )
  await refused(good, 'total', /it is 2000005/, { ...known, total: 2000004 })
})
test('a negative sum', async () => {
  await refused(
    changed((one) => {
      one.parts[0].path[0][1] = '-1'
    }),
    'tree',
    /not a number from 0 up/,
  )
  await refused(
    changed((one) => {
      one.parts[0].amount = -700000
    }),
    'tree',
    /not a number from 0 up/,
  )
  await refused(
    changed((one) => {
      one.unowned = '-5'
    }),
    'tree',
    /not a number from 0 up/,
  )
  const low = sumTree(
    20,
    2,
    [
      {
        ...ann,
        halves: [
          [0, 10],
          [1, 10],
        ],
      },
      {
        ...bob,
        halves: [
          [2, -20],
          [3, 0],
        ],
      },
    ],
    0,
  )
  await refused(
    logged(
      low.bundle({
        ...ann,
        halves: [
          [0, 10],
          [1, 10],
        ],
      }),
    ),
    'tree',
    /not a number from 0 up/,
  )
})
test('a sum over 2^63, alone or on the way', async () => {
  await refused(
    changed((one) => {
      one.parts[0].path[0][1] = String(2n ** 63n)
    }),
    'tree',
    /too large/,
  )
  const people = [
    {
      ...ann,
      halves: [
        [0, 2n ** 62n],
        [1, 2n ** 62n],
      ],
    },
  ]
  await refused(logged(sumTree(20, 1, people, 0).bundle(people[0])), 'tree', /too large/)
  const most = [
    {
      ...ann,
      halves: [
        [0, 2n ** 63n - 1n],
        [1, 0],
      ],
    },
  ]
  const full = logged(sumTree(20, 1, most, 0).bundle(most[0]))
  assert.equal((await verifyBundle(full, { key: log.verifier })).answer, 'yes')
})
test('one leaf for two people', async () => {
  await refused(
    changed((one) => {
      one.name = 'bob'
    }),
    'tree',
    /another root/,
  )
  await refused(good, 'name', /it is ann, not bob/, { key: log.verifier, name: 'bob' })
})
test('a third part, one part, one part twice', async () => {
  await refused(
    changed((one) => {
      one.parts.push(one.parts[0])
    }),
    'parts',
    /3 parts/,
  )
  await refused(
    changed((one) => {
      one.parts.pop()
    }),
    'parts',
    /1 parts/,
  )
  await refused(
    changed((one) => {
      one.parts[1] = one.parts[0]
    }),
    'parts',
    /at one place/,
  )
  await refused(
    changed((one) => {
      one.parts.reverse()
    }),
    'tree',
    /another root/,
  )
})
test('another epoch', async () => {
  await refused(
    changed((one) => {
      one.epoch = 21
    }),
    'tree',
    /leaf|another root/,
  )
  await refused(good, 'epoch', /it is 20/, { ...known, epoch: 21 })
  await refused(
    changed((one) => {
      one.epoch = 2 ** 32
    }),
    'tree',
    /too large/,
  )
})
test('a cut path, a longer one, a place outside', async () => {
  await refused(
    changed((one) => {
      one.parts[0].path.shift()
    }),
    'tree',
    /3 steps, not 4/,
  )
  await refused(
    changed((one) => {
      one.parts[0].path.pop()
    }),
    'tree',
    /3 steps, not 4/,
  )
  await refused(
    changed((one) => {
      one.parts[0].path.push(one.parts[0].path[0])
    }),
    'tree',
    /5 steps/,
  )
  await refused(
    changed((one) => {
      one.parts[0].leaf = 10
    }),
    'parts',
    /outside the tree/,
  )
  const node = changed((one) => {
    one.depth = 2
    for (const part of one.parts) {
      part.path.shift()
      part.leaf >>= 1
    }
  })
  await refused(node, 'tree', /another/)
})
test('nobody’s leaf with somebody’s hash, another depth, position or unowned', async () => {
  await refused(
    changed((one) => {
      one.parts[0].path[3][0] = one.parts[0].path[2][0]
    }),
    'tree',
    /nobody/,
  )
  await refused(
    changed((one) => {
      one.unowned = '4'
    }),
    'tree',
    /unowned/,
  )
  await refused(
    changed((one) => {
      one.position = 4
    }),
    'log',
    /not in the log/,
  )
  await refused(
    changed((one) => {
      one.position = 6
    }),
    'log',
    /before its own position/,
  )
})
test('a root that is not in the log', async () => {
  await refused({ ...good, log: logged(sumTree(20, 3, [ann], 5).bundle(ann)).log }, 'log', /not in the log/)
  await refused(
    changed((one) => {
      one.log.salt = b64(randomBytes(32))
    }),
    'log',
    /not in the log/,
  )
  await refused(
    changed((one) => {
      one.log.index = 4
    }),
    'log',
    /not in the log/,
  )
  await refused(
    changed((one) => {
      one.log.path.pop()
    }),
    'log',
    /too short/,
  )
  await refused(
    changed((one) => {
      one.log.path.push(one.log.path[0])
    }),
    'log',
    /too long/,
  )
  await refused(
    changed((one) => {
      one.log.size = 12
    }),
    'log',
    /size/,
  )
})
test('a proof under another type', () => {
  const other = logged(tree.bundle(ann))
  const leaves = leavesOf([
    entry(
      'day',
      mac(
        Buffer.from(other.log.salt, 'base64'),
        ['epoch', 'position', 'depth', 'unowned', 'total', 'root'].map((what) => other[what] + '\n').join(''),
      ),
    ),
  ])
  const note = checkpoint(log, 1, mth(leaves))
  return refused({ ...other, position: 0, log: { ...other.log, index: 0, size: 1, path: [], note } }, 'log', /not in/)
})
test('another key', async () => {
  const stranger = newKey(log.name)
  await refused(logged(tree.bundle(ann), { key: stranger }), 'key', /others know/)
  await refused(
    changed((one) => {
      one.log.key = stranger.verifier
    }),
    'note',
    /no signature/,
  )
  const odd = newKey('other.example/log')
  await refused(
    changed((one) => {
      one.log.key = odd.verifier
    }),
    'note',
    /no signature/,
  )
})
test('a changed note', async () => {
  const text = good.log.note
  await refused(
    changed((one) => {
      one.log.note = text.replace('\n11\n', '\n12\n')
    }),
    'note',
    /signature is wrong/,
  )
  await refused(
    changed((one) => {
      one.log.note = text.slice(0, -1)
    }),
    'note',
    /not a signed note/,
  )
})
// What a bundle alone cannot show: a house logs two proofs of one epoch, and shows ann and bob one each. The total of
// each is half of what is owed, in one log, under one note, and both are told yes. Whoever reads the whole log finds it.
test('NOT noticed by a bundle: two proofs of one epoch in one log', async () => {
  const trees = [ann, bob].map((one) => sumTree(20, 3, [one], 5).bundle(one))
  const salts = trees.map(() => randomBytes(32))
  const lines = ['epoch', 'position', 'depth', 'unowned', 'total', 'root']
  const text = (bundle) => lines.map((what) => bundle[what] + '\n').join('')
  const leaves = leavesOf([...fillers(3), ...trees.map((bundle, i) => entry('proof', mac(salts[i], text(bundle))))])
  const note = checkpoint(log, 5, mth(leaves))
  for (const [i, bundle] of trees.entries()) {
    const place = { index: 3 + i, size: 5, salt: b64(salts[i]), path: inclusion(leaves, 3 + i).map(b64), note }
    const mine = { ...known, name: bundle.name, total: 1000005 }
    const result = await verifyBundle({ ...bundle, log: { ...place, key: log.verifier } }, mine)
    assert.equal(result.answer, 'yes')
  }
})
test('what is no bundle at all', async () => {
  for (const odd of [null, {}, [], { parts: [{}, {}] }, { ...good, name: 'änn' }, { ...good, nonce: 'AA==' }]) {
    assert.equal((await verifyBundle(odd, known)).answer, 'no')
  }
})

// --- notes ---

test('a note of Go’s tests is read, and changed refused', () => {
  const key = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
  const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
  const line =
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
  assert.equal(openNote(`${text}\n${line}`, key).text, text)
  assert.throws(() => openNote(`${text.replace('you', 'You')}\n${line}`, key), /the signature is wrong/)
})
test('checkpoints and cosignatures', () => {
  const witness = newKey('witness.example', 4)
  const note = cosign(checkpoint(log, 3, H()), witness, 1764259200)
  assert.deepEqual(verifyNote(note, log.verifier), { origin: log.name, size: 3, root: H(), time: undefined })
  assert.equal(verifyNote(note, witness.verifier).time, 1764259200n)
  const moved = note.replace(/(— witness.example )(\S+)/, (_, head, data) => {
    const bytes = Buffer.from(data, 'base64')
    bytes[11]++
    return head + b64(bytes)
  })
  assert.throws(() => verifyNote(moved, witness.verifier), /signature is wrong/)
  assert.throws(() => verifyNote(checkpoint(log, '03', H()), log.verifier), /not a number/)
  assert.throws(() => verifyNote(note, log.verifier.replace(/\+..../, '+0000')), /its id/)
  const other = newKey('other/log')
  const text = `${log.name}\n3\n${b64(H())}\n`
  assert.throws(() => verifyNote(`${text}\n${signature(other, text)}`, other.verifier), /another origin/)
})

// --- openings ---

test('the opening of a transfer', async () => {
  const header =
    'transfer 12\ndeposit\npayment 77\n2026-11-27T16:05:00.123000Z\nreverses none\ncorrects none\nentries 2\n'
  const [own, other] = ['ann/earnings\n4\n-250000\n1250000\n', 'custody\n9\n250000\n9250000\n']
  const secret = randomBytes(32)
  const salts = [0, 1, 2].map((i) => mac(secret, `12/${i}`))
  const seals = [header, own, other].map((text, i) => mac(salts[i], text))
  const entries = fillers(300)
  entries[258] = entry('transfer', ...seals)
  const leaves = leavesOf(entries)
  const place = {
    size: 300,
    path: inclusion(leaves, 258).map(b64),
    key: log.verifier,
    note: checkpoint(log, 300, mth(leaves)),
  }
  const part = (text, i) => ({ text, salt: b64(salts[i]) })
  const opening = {
    ...{ transfer: '12', position: 258, commitment: b64(entries[258].subarray(-32)) },
    ...{ parts: [part(header, 0), part(own, 1), { hidden: b64(seals[2]) }], log: place },
  }
  const options = { key: log.verifier }
  assert.deepEqual((await verifyOpening(opening, options)).checked, ['opening', 'commitment', 'note', 'log', 'key'])
  assert.equal((await verifyOpening(opening, options)).answer, 'yes')
  const answers = async (change) =>
    (({ answer, place: where, reason }) => `${answer} ${where} ${reason}`)(
      await verifyOpening(changed(change, opening), options),
    )
  const less = own.replace('-250000', '-260000')
  assert.match(
    await answers((one) => {
      one.parts[1].text = less
    }),
    /^no opening .*another commitment/,
  )
  assert.match(
    await answers((one) => {
      one.parts[2].hidden = b64(randomBytes(32))
    }),
    /^no opening .*another commitment/,
  )
  assert.match(
    await answers((one) => {
      one.parts.pop()
    }),
    /^no opening not as many entries/,
  )
  assert.match(
    await answers((one) => {
      one.parts[0].text = 'transfer 12\n'
    }),
    /^no opening not the header/,
  )
  assert.match(
    await answers((one) => {
      one.position = 257
    }),
    /^no log/,
  )
  assert.match(
    await answers((one) => {
      one.transfer = '13'
    }),
    /^no opening the header of transfer 12/,
  )
  assert.match(
    await answers((one) => {
      one.position = null
    }),
    /^not checked log/,
  )
  assert.match(
    await answers((one) => {
      one.log = null
    }),
    /^not checked log/,
  )
})

// --- the tree of the log ---

test('the vectors of RFC 6962', async () => {
  const leaves = leavesOf(
    ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map((hex) =>
      Buffer.from(hex, 'hex'),
    ),
  )
  const roots = {
    0: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    1: '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    2: 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    3: 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    8: '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  }
  for (const [size, root] of Object.entries(roots)) {
    assert.equal(treeRoot(leaves.slice(0, size)).toString('hex'), root)
    assert.equal((await rootFromTiles(Number(size), tilesOf(leaves), 8)).toString('hex'), root)
  }
})
const large = leavesOf(fillers(66000))
test('roots and growth from tiles', async () => {
  const sizes = [0, 1, 2, 3, 255, 256, 257, 300, 511, 512, 513, 65535, 65536, 65537, 65792, 65999, 66000]
  const roots = new Map(sizes.map((size) => [size, mth(large.slice(0, size))]))
  for (const whole of [3, 513, 66000]) {
    const tile = tilesOf(large.slice(0, whole))
    assert.deepEqual(await rootFromTiles(whole, tile), roots.get(whole))
    for (const size of sizes.filter((one) => one <= whole)) {
      const [first, second] = [
        { size, root: roots.get(size) },
        { size: whole, root: roots.get(whole) },
      ]
      assert.deepEqual(await rootFromTiles(size, tile, whole), first.root)
      assert.equal(await verifyConsistency(first, second, tile), true)
      const other = { ...first, root: H('other') }
      await assert.rejects(verifyConsistency(other, second, tile), { place: 'the past' })
    }
  }
})
test('a changed past, a shorter log, tiles of another log, tiles that contradict each other', async () => {
  const leaves = large.slice()
  const now = leaves.with(299, H('changed'))
  const [first, second] = [
    { size: 300, root: mth(leaves.slice(0, 300)) },
    { size: 66000, root: mth(now) },
  ]
  const [before, today] = [tilesOf(leaves), tilesOf(now)]
  await assert.rejects(verifyConsistency(first, second, today), { place: 'the past' })
  await assert.rejects(verifyConsistency(second, first, today), { place: 'a log that has become shorter' })
  await assert.rejects(verifyConsistency(first, second, before), { place: 'its tiles' })
  // The upper levels of today, and the lower one of before: each has the right root for itself.
  const mixed = (level, ...at) => (level === 0 ? before : today)(level, ...at)
  assert.deepEqual(await rootFromTiles(300, mixed, 66000), first.root)
  assert.deepEqual(await rootFromTiles(66000, today), second.root)
  await assert.rejects(verifyConsistency(first, second, mixed), { place: 'its tiles' })
})
test('the name of a tile', () => {
  assert.equal(tileName(0, 1234067, 256), 'tile/0/x001/x234/067')
  assert.equal(tileName('entries', 5, 7), 'tile/entries/005.p/7')
})

// --- kept mails ---

const mailOf = (note, key = log) =>
  `Hello,\n\nyou have a mail.\n\nplumb-log-key: ${key.verifier}\nplumb-checkpoint: ${b64(note)}\n`
test('a kept mail', async () => {
  const leaves = large.slice(0, 700)
  const note = (size) => checkpoint(log, size, mth(leaves.slice(0, size)))
  const today = { key: log.verifier, checkpoint: note(700), tile: tilesOf(leaves) }
  const ask = async (text, change = {}) => {
    const { answer, place } = await verifyKeptMail(text, { ...today, ...change })
    return place === null ? answer : `${answer}: ${place}`
  }
  const mail = mailOf(note(300))
  const folded = mail.replace(/.{60}/g, '$&\n').replace(/^/gm, '> > ').replace(/\n/g, '\r\n')
  for (const text of [mail, folded, folded + '\nRegards\n', mail.split('\n').at(-2), note(300), mailOf(note(700))]) {
    assert.equal(await ask(text), 'yes')
  }
  const old = newKey(log.name)
  assert.equal(await ask(mailOf(checkpoint(old, 300, mth(leaves.slice(0, 300))), old)), 'yes')
  assert.equal(await ask(checkpoint(old, 300, mth(leaves.slice(0, 300)))), 'not checked: the key')
  for (const size of [300, 701]) {
    assert.equal(await ask(mailOf(checkpoint(old, size, H('other')), old)), 'not checked: the key')
  }
  assert.equal(await ask(mailOf(note(300).replace('\n300\n', '\n301\n'))), 'no: the note')
  assert.equal(await ask(mailOf(checkpoint(log, 300, H('other')))), 'no: the past')
  assert.equal(await ask(mailOf(checkpoint(log, 701, H('other')))), 'no: a log that has become shorter')
  assert.equal(await ask(mail, { checkpoint: checkpoint(old, 700, mth(leaves)) }), 'no: what is shown today')
  assert.equal(await ask(mail, { checkpoint: checkpoint(log, 700, H('other')) }), 'no: its tiles')
  assert.equal(
    await ask(mail, {
      tile: () => {
        throw new Error('away')
      },
    }),
    'not checked: the log',
  )
  const moved = newKey('house.example/log/2-2026-11-27-0f3a59c2d4e61b78')
  const after = { key: moved.verifier, checkpoint: checkpoint(moved, 700, mth(leaves)) }
  assert.equal(await ask(mail, after), 'yes')
  assert.equal(await ask(mailOf(checkpoint(log, 300, H('other'))), after), 'not checked: the key')
  const elsewhere = newKey('other.example/log')
  assert.equal(await ask(mail, { key: elsewhere.verifier }), 'not checked: the origin')
})

// --- a log at its address, and the command line ---

async function serve(files, work) {
  const server = createServer((request, response) => {
    const body = files(request.url)
    response.writeHead(body ? 200 : 404).end(body)
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  try {
    return await work(`http://127.0.0.1:${server.address().port}`)
  } finally {
    server.close()
  }
}
const witness = newKey('witness.example', 4)
// A log of these entries; a part of a tile is not there where the tile is full.
function addresses(entries, leaves, note, opened = {}) {
  const tile = tilesOf(leaves)
  return (url) => {
    const position = /^\/log\/announcement\/(\d+)$/.exec(url)?.[1]
    if (position !== undefined) return opened[position] ?? null
    if (url === '/log/key') return log.verifier + '\n'
    if (url === '/log/checkpoint') return note
    if (url === '/log/witnesses') return `${witness.verifier}\n${newKey('asleep.example', 4).verifier}\n`
    const [, level, path, part] = /^\/log\/tile\/(\w+)\/([x\d/]+?)(?:\.p\/(\d+))?$/.exec(url) ?? []
    const [n, width] = [Number(path.replace(/[x/]/g, '')), Number(part ?? 256)]
    if (level !== 'entries') {
      try {
        return tile(Number(level), n, width)
      } catch {
        return null
      }
    }
    const own = entries.slice(n * 256, n * 256 + width)
    return own.length === width && Buffer.concat(own.flatMap((one) => [number(one.length, 2), one]))
  }
}
// Puts a proof of this epoch at a position, and gives what opens it.
function proofOpening(entries, position, epoch, more = '') {
  const [salt, text] = [randomBytes(32), `${epoch}\n3\n1\n0\n5\n${b64(H())}\n${more}`]
  entries[position] = entry('proof', mac(salt, text))
  return JSON.stringify({ type: 'proof', text, salt: b64(salt) })
}
function run(...args) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [new URL('second-verifier.mjs', import.meta.url).pathname, ...args])
    let out = ''
    child.stdout.on('data', (data) => {
      out += data
    })
    child.on('close', (code) => done({ code, ...JSON.parse(out) }))
  })
}
test('a whole log is downloaded', async () => {
  const entries = fillers(600)
  const opened = { 4: proofOpening(entries, 4, 7) }
  const leaves = leavesOf(entries)
  const files = addresses(entries, leaves, cosign(checkpoint(log, 600, mth(leaves)), witness, 1764259200), opened)
  await serve(files, async (url) => {
    const result = await run('log', url)
    assert.deepEqual([result.code, result.answer, result.types], [0, 'yes', { transfer: 599, proof: 1 }])
    assert.deepEqual(result.witnesses, [
      { name: witness.name, time: '1764259200' },
      { name: 'asleep.example', reason: 'no signature with this key' },
    ])
    const file = join(mkdtempSync(join(tmpdir(), 'second-')), 'mail')
    writeFileSync(file, mailOf(checkpoint(log, 300, mth(leaves.slice(0, 300)))))
    assert.equal((await run('mail', file, url)).code, 0)
    writeFileSync(file, mailOf(checkpoint(log, 300, H('other'))))
    const wrong = await run('mail', file, url)
    assert.deepEqual([wrong.code, wrong.place], [1, 'the past'])
    rmSync(join(file, '..'), { recursive: true })
  })
  await serve(
    (url) => (url.includes('announcement') ? null : files(url)),
    async (url) => assert.equal((await verifyLog(url)).place, 'the proofs'),
  )
  const other = addresses(fillers(600), leaves, checkpoint(log, 600, mth(leaves)))
  await serve(
    (url) => (url.includes('entries') ? other(url) : files(url)),
    async (url) => assert.equal((await verifyLog(url)).place, 'the entries'),
  )
  await serve(
    (url) => (url.endsWith('/tile/0/001') ? files('/log/tile/0/000') : files(url)),
    async (url) => assert.equal((await verifyLog(url)).place, 'its tiles'),
  )
  await serve(
    () => null,
    async (url) => assert.equal((await verifyLog(url)).answer, 'not checked'),
  )
  // A part of a tile that is gone: the full one has it.
  const grown = [...entries, ...fillers(300)]
  const more = addresses(grown, leavesOf(grown), checkpoint(log, 600, mth(leaves)), opened)
  await serve(
    (url) => (url.includes('.p/88') ? null : more(url)),
    async (url) => assert.equal((await verifyLog(url)).answer, 'yes'),
  )
})
test('a proof that is opened with more than its six lines is none', async () => {
  const entries = fillers(6)
  const more = proofOpening(entries, 2, 7, `7\n3\n1\n0\n4\n${b64(H('other'))}\n`)
  const leaves = leavesOf(entries)
  await serve(addresses(entries, leaves, checkpoint(log, 6, mth(leaves)), { 2: more }), async (url) => {
    const { place, reason } = await verifyLog(url)
    assert.deepEqual([place, reason], ['the proofs', 'that at 2 is not six lines'])
  })
})
test('a second proof of one epoch, or one of an earlier, is found in the whole log', async () => {
  for (const [epoch, place] of [
    [9, null],
    [8, 'the proofs'],
    [7, 'the proofs'],
  ]) {
    const entries = fillers(20)
    const opened = { 4: proofOpening(entries, 4, 8), 11: proofOpening(entries, 11, epoch) }
    const leaves = leavesOf(entries)
    await serve(addresses(entries, leaves, checkpoint(log, 20, mth(leaves)), opened), async (url) =>
      assert.equal((await verifyLog(url)).place, place),
    )
  }
})
test('the command line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'second-'))
  const file = (name, text) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const bundle = file('bundle', JSON.stringify(good))
  assert.equal((await run('bundle', bundle, log.verifier)).code, 0)
  assert.equal((await run('bundle', bundle)).code, 2)
  assert.equal((await run('bundle', file('low', JSON.stringify({ ...good, total: '1' })), log.verifier)).code, 1)
  assert.equal((await run('note', file('note', good.log.note), log.verifier)).size, 11)
  assert.equal((await run('note', join(folder, 'none'), log.verifier)).code, 2)
  rmSync(folder, { recursive: true })
})
