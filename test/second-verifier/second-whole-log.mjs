// A whole log at its address, from proofs.md alone: its entries, its tiles, and its proofs.
import { entryOf } from './second-entries.mjs'
import {
  count,
  demand,
  judge,
  leafHash,
  openLog,
  readTile,
  refuse,
  treeRoot,
  unchecked,
  verifyNote,
} from './second-log.mjs'

// Every tile of every level against the hashes of the entries.
async function compareTiles(hashes, size, tile) {
  for (let level = 0; hashes.length > 0; level++) {
    const above = []
    for (let n = 0; n * 256 < hashes.length; n++) {
      const own = hashes.slice(n * 256, n * 256 + 256)
      const bytes = await readTile(tile, size, level, n)
      demand(bytes.equals(Buffer.concat(own)), 'its tiles', `tile ${level}/${n} is not that of its entries`)
      if (own.length === 256) above.push(treeRoot(own))
    }
    hashes = above
  }
}

// When each witness has cosigned a checkpoint, or why it is not known.
function cosigned(checkpoint, witness) {
  const name = witness.split('+')[0]
  try {
    return { name, time: verifyNote(checkpoint, witness).time }
  } catch (error) {
    return { name, reason: error.message }
  }
}

// Six lines and nothing more: epoch, position, depth, unowned and total in decimal digits, and the root.
const SIX_LINES = /^(0|[1-9]\d*)\n(?:(?:0|[1-9]\d*)\n){4}[A-Za-z0-9+/]{43}=\n$/

// What is opened of the entry at a position, as JSON: 404 is not opened, 403 is nothing for strangers.
async function openedAt(announcement, position) {
  const { status, body } = await announcement(position)
  if (status === 403) unchecked('the proofs', `that at ${position} is hidden from strangers`)
  demand(status === 200, 'the proofs', `that at ${position} is opened to nobody`)
  return JSON.parse(body)
}

/** Verifies that every proof of a log is opened and each epoch is above the one before: epochs by position. */
export async function verifyProofs(entries, announcement) {
  const epochs = new Map()
  let before = 0
  for (const [position, { type, hash }] of entries.entries()) {
    if (type !== 'proof') continue
    const { text, salt } = await openedAt(announcement, position)
    const same = leafHash(entryOf('proof', [{ text, salt }])).equals(hash)
    demand(same, 'the proofs', `what is opened at ${position} is not what stands there`)
    const first = SIX_LINES.exec(text)?.[1] ?? refuse('the proofs', `that at ${position} is not six lines`)
    const epoch = count(first, 'the proofs', 2n ** 32n)
    demand(epoch > before, 'the proofs', `epoch ${epoch} at ${position} is not above ${before}`)
    epochs.set(position, epoch)
    before = epoch
  }
  return epochs
}

/** Downloads a whole log and computes its root anew: origin, size, root and how many entries there are of each type. */
export const verifyLog = (url) =>
  judge(async (checked) => {
    const { key, checkpoint, witnesses, tile, entries, announcement } = await openLog(url)
    const { origin, size, root } = verifyNote(checkpoint, key)
    checked.push('note')
    const all = []
    for (let n = 0; n * 256 < size; n++) all.push(...(await entries(n, Math.min(256, size - n * 256))))
    const [hashes, types] = [all.map(({ hash }) => hash), {}]
    for (const { type } of all) types[type] = (types[type] ?? 0) + 1
    demand(treeRoot(hashes).equals(root), 'the entries', 'they have another root than the checkpoint')
    checked.push('entries')
    await compareTiles(hashes, size, tile)
    checked.push('tiles')
    await verifyProofs(all, announcement)
    checked.push('the proofs')
    return { key, origin, size, root, types, witnesses: witnesses.map((one) => cosigned(checkpoint, one)) }
  })
