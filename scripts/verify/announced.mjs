/** Whose key it is: the log announces each with which it goes on, and behind a restart quotes the last note of before. */
import { createHmac } from 'node:crypto'
import { fetchFrom, tileName } from './fetched.mjs'
import { checkSignature, nodeOver, sha, thirtyTwo, wrong } from './shared.mjs'

/** All entries of a log of this size. */
async function entriesOf({ log, size }) {
  const entries = []
  for (let n = 0; n * 256 < size; n += 1) {
    const width = Math.min(256, size - n * 256)
    const bytes = await fetchFrom(`${log}/tile/entries/${tileName(n)}${width < 256 ? `.p/${width}` : ''}`)
    for (let [at, count] = [0, 0]; count < width; count += 1) {
      const end = at + 2 + bytes.readUInt16BE(at)
      entries.push(bytes.subarray(at + 2, end))
      at = end
    }
  }
  return entries
}

function rootOfAll(hashes) {
  if (hashes.length === 1) return hashes[0]
  let half = 1
  while (half * 2 < hashes.length) half *= 2
  return nodeOver(rootOfAll(hashes.slice(0, half)), rootOfAll(hashes.slice(half)))
}

/** What the log says at the position of an entry, held to it. */
async function openedAt(log, position, entry) {
  const { text, salt } = JSON.parse((await fetchFrom(`${log}/announcement/${position}`)).toString('utf8'))
  const where = `what is opened at position ${position}`
  const hidden = createHmac('sha256', thirtyTwo(salt, where)).update(text).digest()
  const said = Buffer.concat([Buffer.from('key\n'), sha(Buffer.from('plumb log/key\n'), hidden)])
  return said.equals(entry) ? text : wrong(`${where} is not what stands there`)
}

function isSignedWith(note, key) {
  try {
    checkSignature({ note, key })
    return true
  } catch {
    return false
  }
}

/**
 * Whether an entry of the log with this root says that the key is its own, or quotes a note that it has signed. Reads the
 * whole log. The key with which a log began is announced nowhere.
 */
export async function isAnnounced({ log, size, root }, key) {
  const entries = await entriesOf({ log, size })
  const found = rootOfAll(entries.map((entry) => sha(Buffer.of(0), entry)))
  if (found.toString('base64') !== root) wrong('the entries of the log of today are not those that were signed')
  for (const [position, entry] of entries.entries()) {
    if (!entry.subarray(0, 4).equals(Buffer.from('key\n'))) continue
    const [said, , ...follows] = (await openedAt(log, position, entry)).split('\n')
    if (said === key || isSignedWith(follows.join('\n'), key)) return true
  }
  return false
}
