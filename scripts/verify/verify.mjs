/**
 * Checks what somebody has kept of Plumb, without Plumb:
 *
 *   npm run verify -- bundle.json [--name NAME] [--key KEY] [--log ADDRESS]    what is mine is in the total
 *   npm run verify -- plumb-posting-12.json [--key KEY]                        the log has this posting
 *   npm run verify -- held.json                                                what wallets have signed: /books, Keep all as a file
 *   npm run verify -- note FILE [OTHER FILE | ADDRESS] [--key KEY]             a mail or a checkpoint, and the log of today
 *
 * This folder needs Node 20 and nothing else, and has no line in common with the server: docs/proofs.md says what each
 * byte is. A connection is needed for the log of today (ADDRESS) alone. Ends with 0 for yes, 1 for no, 2 where it could not be
 * checked.
 */
import { readFileSync } from 'node:fs'
import { verifyBundle } from './bundle.mjs'
import { checkHeld } from './held.mjs'
import { verifyNote } from './note.mjs'
import { verifyOpening } from './opening.mjs'

async function main([file, ...words]) {
  const option = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined)
  if (file === undefined) throw new Error('Say which file: npm run verify -- bundle.json')
  if (file === 'note') return await verifyNote(words, option)
  const kept = JSON.parse(readFileSync(file, 'utf8'))
  if (Array.isArray(kept?.signatures)) return checkHeld(kept)
  return kept?.transfer !== undefined ? await verifyOpening(kept, option) : await verifyBundle(kept, option)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.log(`NOT CHECKED: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}
