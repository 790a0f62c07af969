/** The log as everybody is shown it today, and whether it begins with what was signed then. */
import { isAnnounced } from './announced.mjs'
import { fetchFrom, tileName } from './fetched.mjs'
import { checkSignature, nodeOver, notChecked, sha, wrong } from './shared.mjs'

export function headOf(note) {
  const [origin, size, root] = note.split('\n')
  return { origin, size: Number(size), root }
}

/** The log of a house at its address, as everybody is shown it. */
export async function logAt(address) {
  const log = `${address.replace(/\/+$/, '').replace(/\/log$/, '')}/log`
  const [note, key] = await Promise.all([fetchFrom(`${log}/checkpoint`), fetchFrom(`${log}/key`)])
  return { log, note: note.toString('utf8'), key: key.toString('utf8').trim() }
}

/** The largest power of two that is smaller. */
function halfOf(count) {
  let half = 1
  while (half * 2 < count) half *= 2
  return half
}

/** Reads the hash over `count` entries from `from` on, as the tree of a log of `size` cuts them. */
function hashesOf(log, size) {
  const tiles = new Map()
  const hashAt = async (level, at) => {
    const n = Math.floor(at / 256)
    const width = Math.min(256, Math.floor(size / 256 ** level) - n * 256)
    const address = `${log}/tile/${level}/${tileName(n)}${width < 256 ? `.p/${width}` : ''}`
    if (!tiles.has(address)) tiles.set(address, await fetchFrom(address))
    const hash = tiles.get(address).subarray((at % 256) * 32, (at % 256) * 32 + 32)
    return hash.length === 32 ? hash : wrong(`${address} is too short`)
  }
  const over = async (from, count) => {
    const level = Math.floor(Math.log2(count) / 8)
    if (count === 256 ** level) return await hashAt(level, from / count)
    const half = halfOf(count)
    return nodeOver(await over(from, half), await over(from + half, count - half))
  }
  return over
}

/**
 * The roots of the first `old` entries and of all, out of the same hashes: two that come from tiles of their own show
 * nothing, because the levels above can be those of today and the lowest those of then.
 */
async function bothRoots({ log }, old, size) {
  const over = hashesOf(log, size)
  const roots = async (from, count) => {
    if (old <= from || old >= from + count) {
      const now = await over(from, count)
      return { kept: old <= from ? undefined : now, now }
    }
    const half = halfOf(count)
    const [left, right] = [await roots(from, half), await roots(from + half, count - half)]
    return { kept: right.kept ? nodeOver(left.kept, right.kept) : left.kept, now: nodeOver(left.now, right.now) }
  }
  const found = size === 0 ? { now: sha() } : await roots(0, size)
  return { now: found.now.toString('base64'), kept: (found.kept ?? sha()).toString('base64') }
}

/** Behind a restart a log goes on under the same name with a number, a day and what was drawn by chance. */
const houseOf = (origin) => origin.replace(/\/log\/\d[\da-f-]*$/, '/log')

const OTHER_KEY = 'It is signed with another key than the log shows, and the log announces it nowhere.'

/**
 * What the log of today has to show of a note and of the key that has signed it. Anybody can write a key into a file: one
 * that is neither that of today nor announced accuses nobody.
 */
export function stepsAgainst(kept, today) {
  const [then, now] = [headOf(kept.note), headOf(today.note)]
  const differs = async (how, more = '') => {
    const isOurs = kept.key === today.key || (await isAnnounced({ ...today, ...now }, kept.key))
    return isOurs ? wrong(how + more) : notChecked(`${OTHER_KEY} If it is of this log: ${how}`)
  }
  /** @type {{ now?: string, kept?: string }} */
  let roots = {}
  return [
    [
      'the log of today goes by the same name',
      () =>
        houseOf(then.origin) === houseOf(now.origin) ||
        notChecked(`the note is of ${then.origin}, the log of today ${now.origin}`),
    ],
    ['it is signed with the key that it shows', () => checkSignature(today)],
    [
      'its tiles have the root that was signed today',
      async () => {
        roots = await bothRoots(today, Math.min(then.size, now.size), now.size)
        if (roots.now !== now.root) wrong('they have another')
      },
    ],
    ['it has no fewer entries', () => now.size >= then.size || differs(`${now.size} today, ${then.size} then`)],
    [
      `its first ${then.size} entries are those of the note`,
      () =>
        roots.kept === then.root ||
        differs(`among the first ${then.size} at least one is another.`, ' Keep the note: it proves it.'),
    ],
  ]
}

/** How a yes says what it was held to: behind a restart the log goes on under another name. */
export function heldTo(note, today) {
  const [then, now] = [headOf(note), headOf(today.note)]
  return `, with which that of today begins${then.origin === now.origin ? '' : `; the log goes on under another name since: ${now.origin}`}`
}
