import { execFile } from 'node:child_process'
import { createHash, randomBytes, webcrypto } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleOf, inLog, someone, treeOf } from '../../test/support/summed-people.ts'
import { there } from '../../test/support/there.ts'
import { unownedLeaf } from './hashes.ts'
import { proofPage } from './proof-page.ts'
import { type BundleOnFile, checkBundle } from './web/check-bundle.js'

const COMMAND = join(import.meta.dirname, '../../scripts/verify/verify.mjs')
const of = { epoch: 3, seed: randomBytes(32) }
const everybody = Array.from({ length: 700 }, (_none, number) => someone(number, BigInt(number) * 1_234_567n))
const tree = treeOf(everybody, of, 5_000_000n)
const ada = await inLog(bundleOf(tree, of, there(everybody[600])))
const bob = await inLog(bundleOf(tree, of, there(everybody[601])), { index: 69, size: 70 })
const CHECKED = ['yes', 'yes', 'yes', 'yes', 'yes']

const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
/** Modulo 2⁶⁴, as a program counts that does not look. */
const eight = (sum: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt.asUintN(64, sum))
  return bytes
}
const four = (epoch: number) => Buffer.of(epoch >> 24, epoch >> 16, epoch >> 8, epoch)

/** The last step of every path in an epoch. */
function nobodyIn(epoch: number): [string, string] {
  const { hash, sum } = unownedLeaf(epoch, 5_000_000n)
  return [Buffer.from(hash).toString('base64'), String(sum)]
}

/** Root and total that a bundle leads to for who counts modulo 2⁶⁴, whatever its parts are: an operator publishes these. */
function published(bundle: BundleOnFile, which = 0, part = which): BundleOnFile {
  const { amount, leaf, path } = there(bundle.parts[which])
  const name = Buffer.from(bundle.name.toLowerCase())
  const own = sha(Buffer.of(2), four(bundle.epoch), Buffer.of(name.length), name, Buffer.from(bundle.nonce, 'base64'))
  let sum = BigInt(amount)
  let hash = sha(Buffer.of(0), four(bundle.epoch), own, Buffer.of(part), eight(sum))
  for (const [step, [other, otherSum]] of path.entries()) {
    const [mine, theirs] = [
      Buffer.concat([hash, eight(sum)]),
      Buffer.concat([Buffer.from(other, 'base64'), eight(BigInt(otherSum))]),
    ]
    hash = sha(Buffer.of(1, step + 1), ...((leaf >> step) & 1 ? [theirs, mine] : [mine, theirs]))
    sum = BigInt.asIntN(64, sum + BigInt(otherSum))
  }
  return { ...bundle, total: String(sum), root: hash.toString('base64') }
}

/** A bundle with one of its steps changed. */
function withStep(bundle: BundleOnFile, step: number, sum: string): BundleOnFile {
  const changed = structuredClone(bundle)
  there(there(changed.parts[0]).path[step])[1] = sum
  return changed
}
const withPart = (bundle: BundleOnFile, part: Partial<BundleOnFile['parts'][number]>): BundleOnFile => ({
  ...bundle,
  parts: [{ ...there(bundle.parts[0]), ...part }, ...bundle.parts.slice(1)],
})
const more = (amount: string, by = 1n) => String(BigInt(amount) + by)

/** Ada’s own, shown with the log of another bundle. */
const withLog = ({ log }: BundleOnFile): BundleOnFile => ({ ...ada, log })

/** The line of the signature, with another end. */
const wrongly = (note: string) => `${there(note.trimEnd().split('\n').at(-1)).slice(0, -4)}AA==\n`

/** Each with what it is refused for: what the app and the file say, and what the command says. */
const ATTACKS: Record<string, [attack: BundleOnFile, says: RegExp, commandSays?: RegExp]> = {
  'a sibling’s sum is changed': [
    withStep(ada, 4, more(there(there(ada.parts[0]).path[4])[1])),
    /part 1: leads to a total/,
    /part 1: comes to/,
  ],
  'a sibling’s sum is changed, and the total with it': [
    { ...withStep(ada, 4, more(there(there(ada.parts[0]).path[4])[1])), total: more(ada.total) },
    /part 1: leads to another root/,
    /part 1: comes to another root/,
  ],
  'the amount is one micro-dollar more': [
    withPart(ada, { amount: more(there(ada.parts[0]).amount) }),
    /part 1: leads to a total/,
    /part 1: comes to/,
  ],
  'one part has what the other lacks': [
    {
      ...ada,
      parts: ada.parts.map((part, which) => ({ ...part, amount: more(part.amount, which === 0 ? 1n : -1n) })),
    },
    /part 1: leads to a total/,
    /part 1: comes to/,
  ],
  'the total is lower': [{ ...ada, total: more(ada.total, -1_000_000n) }, /leads to a total of/, /comes to/],
  'a sum is below zero': [
    published(withStep(ada, 3, '-5')),
    /part 1, level 4: the sum -5 is out of range/,
    /part 1, level 4: -5 is out of range/,
  ],
  'a sum runs over': [
    published(withStep(ada, 5, String(2n ** 63n - 1n))),
    /part 1, level 6: the sum \d+ is out of range/,
    /part 1, level 6: \d+ is out of range/,
  ],
  'a sum is larger than eight bytes': [
    published(withStep(ada, 5, String(2n ** 64n))),
    /part 1, level 6: the sum 18446744073709551616 is out of range/,
    /part 1, level 6: 18446744073709551616 is out of range/,
  ],
  'one person’s leaves are shown to another': [
    { ...ada, name: bob.name },
    /leads to another root/,
    /comes to another root/,
  ],
  'one leaf is shown as both parts': [
    { ...ada, parts: [there(ada.parts[0]), there(ada.parts[0])] },
    /one leaf stands for both parts/,
  ],
  'there is a third part': [{ ...ada, parts: [...ada.parts, there(bob.parts[0])] }, /3 parts instead of 2/],
  'the other part is the third of a tree with three': [
    published(ada, 0, 2),
    /part 1: leads to another root/,
    /part 1: comes to another root/,
  ],
  'the leaf is of another epoch': [{ ...ada, epoch: 4 }, /last step is not what has no owner/],
  'the leaf is of another epoch, and what has no owner of this one': [
    { ...ada, epoch: 4, parts: ada.parts.map((part) => ({ ...part, path: [...part.path.slice(0, -1), nobodyIn(4)] })) },
    /leads to another root/,
    /comes to another root/,
  ],
  'the path is cut': [
    withPart(ada, { path: there(ada.parts[0]).path.toSpliced(2, 1) }),
    /part 1: 11 steps instead of 12/,
    /part 1: the path is cut/,
  ],
  'the path is cut, and the depth with it': [
    { ...withPart(ada, { path: there(ada.parts[0]).path.slice(0, -1) }), depth: ada.depth - 1 },
    /part 1: there is no leaf|not what has no owner/,
    /part 1: no such leaf|not what has no owner/,
  ],
  'what has no owner is said to be more': [{ ...ada, unowned: '6000000' }, /last step is not what has no owner/],
  'the root is not in the log': [
    withLog(await inLog({ ...ada, root: bob.root, total: '7' })),
    /root and total are not entry 41/,
    /not entry 41/,
  ],
  'the state is another than the log says': [
    { ...ada, position: 40 },
    /root and total are not entry 41/,
    /not entry 41/,
  ],
  'the state is of after the entry that tells of it': [
    await inLog({ ...ada, position: 42 }),
    /position 42 comes after entry 41/,
    /position 42, which comes after entry 41/,
  ],
  'it is another entry of the log': [
    withLog({ ...ada, log: { ...there(ada.log), index: 40 } }),
    /root and total are not entry 40/,
    /not entry 40/,
  ],
  'it is behind the end of the log': [
    withLog({ ...ada, log: { ...there(ada.log), index: 70 } }),
    /there is no entry 70 of 70/,
  ],
  'the path in the log is cut': [
    withLog({ ...ada, log: { ...there(ada.log), path: there(ada.log).path.slice(0, -1) } }),
    /root and total are not entry 41/,
    /not entry 41/,
  ],
  'the path in the log is made longer': [
    withLog({ ...ada, log: { ...there(ada.log), path: [...there(ada.log).path, ada.root] } }),
    /the path in the log is too long/,
  ],
  'the note is signed with another key': [
    withLog({ ...ada, log: { ...there(ada.log), key: there(bob.log).key } }),
    /the note is not signed with this key/,
  ],
  'the note is of another log': [
    withLog({ ...ada, log: { ...there(ada.log), key: there(ada.log).key.replace('plumb', 'other') } }),
    /the note is of another log than the key/,
  ],
  'the note was changed after it was signed': [
    withLog({ ...ada, log: { ...there(ada.log), note: there(ada.log).note.replace(/\n\n/, '\nmore\n\n') } }),
    /the signature of the note is wrong/,
  ],
  'the note says another size': [
    withLog({ ...ada, log: { ...there(ada.log), note: there(ada.log).note.replace('\n70\n', '\n71\n') } }),
    /the note is of a log of another size/,
  ],
  'it stands between two entries': [
    withLog({ ...ada, log: { ...there(ada.log), index: 41.5 } }),
    /there is no entry 41.5 of 70/,
  ],
  'a second signature of the same key is wrong': [
    withLog({ ...ada, log: { ...there(ada.log), note: there(ada.log).note + wrongly(there(ada.log).note) } }),
    /the signature of the note is wrong/,
  ],
  'the root is another': [{ ...ada, root: bob.nonce }, /leads to another root/, /not a hash/],
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumb-bundle-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function byCommand(bundle: BundleOnFile | string, ...words: string[]): Promise<{ code: number; said: string }> {
  const path = join(folder, `${randomBytes(6).toString('hex')}.json`)
  await writeFile(path, JSON.stringify(bundle))
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, path, ...words], (error, said) =>
      resolve({ code: Number(error?.code ?? 0), said }),
    )
  })
}

const pageOf = (bundle: BundleOnFile) => proofPage({ ...bundle, made_at: '2026-11-27T08:00:12.345Z' })

/** What the script of the file to keep makes of what is in it, with nothing but what a browser has. */
async function byFile(bundle: BundleOnFile): Promise<string> {
  const [, kept = ''] = /<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(await pageOf(bundle)) ?? []
  const [, script = ''] = /<script type="module">([\s\S]*?)<\/script>/.exec(await pageOf(bundle)) ?? []
  const shown: string[] = []
  const element = () => ({
    append: (...texts: unknown[]) => void shown.push(...texts.map(String)),
    set textContent(text: string) {
      shown.push(text)
    },
    get textContent() {
      return kept
    },
  })
  const document = { querySelector: element, createElement: element }
  const browser = { document, crypto: webcrypto, TextEncoder, Uint8Array, atob, btoa }
  await runInNewContext(`(async () => {${script.replaceAll('export ', '')}})()`, browser)
  return shown.join('\n')
}

describe('a bundle as it was handed out', () => {
  test('is right for the app, the command and the file', async () => {
    for (const bundle of [ada, bob]) {
      expect((await checkBundle(bundle)).map(({ is }) => is)).toEqual(CHECKED)
      expect(await byCommand(bundle, '--name', bundle.name)).toMatchObject({
        code: 0,
        said: expect.stringContaining('YES'),
      })
      const page = await byFile(bundle)
      expect(page).toMatch(/^yes/im)
      expect(page).toContain('made on 2026-11-27 at 08:00:12 UTC.')
    }
    expect(await byCommand(ada, '--name', bob.name)).toMatchObject({ code: 1 })
    expect(published(ada)).toEqual(ada)
  })

  test('is not checked by a browser that cannot hash, and never right without having been looked at', async () => {
    const script = (await pageOf(ada)).match(/<script type="module">([\s\S]*?)<\/script>/)?.[1] ?? ''
    const run = `(async () => {${script.replaceAll('export ', '').replace(/\/\/ Shown[\s\S]*/, '')}; return checkBundle(${JSON.stringify(ada)})})()`
    const steps = (await runInNewContext(run, { crypto: {}, TextEncoder, atob, btoa })) as { is: string }[]
    expect(steps.map(({ is }) => is)).toEqual(CHECKED.map(() => 'not checked'))
    expect(await byCommand({} as BundleOnFile)).toMatchObject({ code: 1 })
    expect(await byCommand('no bundle')).toMatchObject({ code: 1 })
    // what was to be looked at as well and was not understood is not passed over
    for (const words of [['--name'], ['--key', ''], [`--key=${there(ada.log).key}`], ['--nmae', ada.name], ['--log']]) {
      expect(await byCommand(ada, ...words), words.join(' ')).toMatchObject({
        code: 2,
        said: expect.stringContaining('NOT CHECKED'),
      })
    }
  })
})

describe('what was tampered with is refused, with its reason, by the app, the file and the command', () => {
  test.each(Object.entries(ATTACKS))('%s', async (_name, [attack, says, commandSays = says]) => {
    const wrong = (await checkBundle(attack)).filter(({ is }) => is === 'no')
    expect(wrong.map(({ where }) => where).join('\n')).toMatch(says)
    expect(await byFile(attack)).toMatch(says)
    const { code, said } = await byCommand(attack)
    expect(code).toBe(1)
    expect(said).toMatch(commandSays)
  })
})

test('a bundle that was not signed yet is nothing that is sure, and what was to be compared with it is said', async () => {
  for (const [words, open] of [
    [[], /whether the log has this root/],
    [['--key', there(ada.log).key], /Nor with which key it is signed \(--key\)/],
    [['--log', 'http://127.0.0.1:9'], /Nor the log that everybody is shown \(--log\)/],
  ] as const) {
    const { code, said } = await byCommand({ ...ada, log: null }, ...words)
    expect(code).toBe(2)
    expect(said).toMatch(/^SO FAR: Person_600 is owed/m)
    expect(said).toMatch(/^NOT CHECKED/m)
    expect(said).toMatch(open)
    expect(said).not.toMatch(/^YES/m)
  }
})

describe('what is damaged is wrong, with its place, for the app and the command', () => {
  const without = (name: keyof BundleOnFile) => Object.fromEntries(Object.entries(ada).filter(([key]) => key !== name))
  const log = (part: object) => ({ ...ada, log: { ...ada.log, ...part } })
  test.each(
    Object.entries({
      'no nonce': without('nonce'),
      'no name': without('name'),
      'an epoch below zero': { ...ada, epoch: -1 },
      'an epoch beyond four bytes': { ...ada, epoch: 2 ** 33 },
      'an epoch and a half': { ...ada, epoch: 3.5, log: null },
      'a part that is none': { ...ada, parts: [null, ada.parts[1]] },
      'a log with nothing in it': { ...ada, log: {} },
      'no note': log({ note: null }),
      'no salt': log({ salt: null }),
      'a key that is too short': log({ key: there(ada.log).key.slice(0, -8) }),
    }),
  )('%s', async (_name, damaged) => {
    const bundle = damaged as unknown as BundleOnFile
    expect((await checkBundle(bundle)).map(({ is }) => is)).toContain('no')
    for (const words of [[], ['--log', 'http://127.0.0.1:9']]) {
      const { code, said } = await byCommand(bundle, ...words)
      expect(said).toMatch(/^ {2}NO {3}\S.*\n {7}\S/m)
      expect(code).toBe(1)
    }
  })
  test('nothing at all, and a posting with nothing in it', async () => {
    for (const nothing of [null, { transfer: 7 }, { transfer: 7, position: 3, parts: [null], commitment: '' }]) {
      expect(await byCommand(nothing as unknown as BundleOnFile)).toMatchObject({ code: 1 })
    }
  })
})

test('one entry of the log that could be read as two proofs of an epoch is none', async () => {
  const few = treeOf(everybody.slice(601, 602), of)
  const less = bundleOf(few, of, there(everybody[601]))
  const said = ({ depth, unowned, total, root }: BundleOnFile) => [depth, unowned, total, root].join('\n')
  // ten lines: to some the first is the state and the last four are the proof, to others the first five are
  const behind = { ...less, position: `41\n${said(ada)}` as unknown as number }
  const one = await inLog(behind)
  const other = { ...ada, root: said(ada).split('\n')[3] + `\n${said(less)}`, log: one.log }
  for (const reading of [one, other]) {
    expect((await checkBundle(reading)).map(({ is }) => is)).toContain('no')
    expect(await byCommand(reading)).toMatchObject({ code: 1 })
  }
})

describe('the shape of the tree', () => {
  /** As in Maxwell’s first proposal: a node hashes what its children come to, and not what each of them is. */
  const oldNode = (left: Uint8Array, right: Uint8Array, sum: bigint) => sha(left, right, eight(sum))
  type OldStep = { hash: Buffer; sum: bigint; isLeft: boolean }
  type OldNode = { hash: Buffer; sum: bigint; people: { own: Buffer; owed: bigint; path: OldStep[] }[] }

  /** A tree in which each node says no more than the larger of its children, and tells each side another sum of the other. */
  function lyingTree(nodes: OldNode[]): OldNode {
    if (nodes.length === 1) return there(nodes[0])
    const above = Array.from({ length: nodes.length / 2 }, (_none, at): OldNode => {
      const [left, right] = [there(nodes[2 * at]), there(nodes[2 * at + 1])]
      const sum = left.sum > right.sum ? left.sum : right.sum
      const told = (own: OldNode, other: OldNode, isLeft: boolean) =>
        own.people.map((one) => ({ ...one, path: [...one.path, { hash: other.hash, sum: sum - own.sum, isLeft }] }))
      return {
        hash: oldNode(left.hash, right.hash, sum),
        sum,
        people: [...told(left, right, false), ...told(right, left, true)],
      }
    })
    return lyingTree(above)
  }

  test('lies where a node hashes only what its children come to: everybody is satisfied, and 99.8 % is hidden', () => {
    const leaves = Array.from({ length: 512 }, (_none, number): OldNode => {
      const own = sha(Buffer.from(`person ${number}`), eight(1_000_000n))
      return { hash: own, sum: 1_000_000n, people: [{ own, owed: 1_000_000n, path: [] }] }
    })
    const root = lyingTree(leaves)
    for (const { own, owed, path } of root.people) {
      let [hash, sum] = [own, owed]
      for (const step of path) {
        expect(step.sum).toBeGreaterThanOrEqual(0n)
        sum += step.sum
        hash = step.isLeft ? oldNode(step.hash, hash, sum) : oldNode(hash, step.hash, sum)
      }
      expect([hash.equals(root.hash), sum]).toEqual([true, root.sum])
    }
    expect(root.sum).toBe(1_000_000n)
    expect(512_000_000n - root.sum).toBeGreaterThan((512_000_000n * 998n) / 1000n)
  })

  test('does not lie where it hashes both sums: told another sum of the other side, a reader comes to another root', async () => {
    const lied = structuredClone(ada)
    there(there(lied.parts[0]).path[8])[1] = '0'
    const told = published(lied)
    expect(told.root).not.toBe(ada.root)
    expect((await checkBundle({ ...told, root: ada.root }))[1]).toMatchObject({
      is: 'no',
      where: 'part 1: leads to another root',
    })
  })
})
