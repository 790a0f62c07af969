/**
 * Checks what somebody has kept of Plumb, without Plumb:
 *
 *   npm run verify -- bundle.json [--name NAME] [--key KEY] [--log ADDRESS]    what is mine is in the total
 *   npm run verify -- plumb-posting-12.json [--key KEY] [--log ADDRESS]        the log has this posting
 *   npm run verify -- held.json [--log ADDRESS]                                what wallets have signed: /books, Keep all as a file
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
import { textIn } from './shared.mjs'

/**
 * What stands behind the file, and what each option says. What is not understood is refused and not passed over: somebody
 * would be told yes without what they asked for.
 */
function read(words, known) {
  const [others, said] = [[], new Map()]
  for (const left = [...words]; left.length > 0;) {
    const word = left.shift()
    if (!word.startsWith('--')) {
      others.push(word)
      continue
    }
    if (!known.includes(word)) throw new Error(`${word} is not known here.`)
    const value = left.shift() ?? ''
    if (value === '' || value.startsWith('--')) throw new Error(`Say what ${word} is.`)
    said.set(word, value)
  }
  return { others, option: (name) => said.get(name) }
}

function alone(words, known) {
  const { others, option } = read(words, known)
  if (others.length > 0) throw new Error(`${others.join(' ')} is not known here.`)
  return option
}

/** What the comment at the beginning of this file says. */
function usage() {
  const [, comment = ''] = /^\/\*\*\n([^]*?)\n \*\/$/m.exec(readFileSync(new URL(import.meta.url), 'utf8')) ?? []
  console.log(comment.replaceAll(/^ \* ?/gm, ''))
  return 0
}

/** What a file holds; a page of ours and a file that is not there are what people have instead. */
function keptIn(file) {
  const text = textIn(file)
  if (/^\s*</.test(text))
    throw new Error(
      `${file} is a page. Open it in a browser, or keep the JSON file that stands beside it, and name that`,
    )
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file} is not a JSON file of ours. For a mail, write note before its name`)
  }
}

async function main([file, ...words]) {
  if ([file, ...words].includes('--help')) return usage()
  if (file === undefined) throw new Error('Say which file: npm run verify -- bundle.json')
  if (file === 'note') {
    const { others, option } = read(words, ['--key'])
    return await verifyNote(others, option)
  }
  const kept = keptIn(file)
  if (Array.isArray(kept?.signatures)) return await checkHeld(kept, alone(words, ['--log'])('--log'))
  if (kept?.transfer !== undefined) return await verifyOpening(kept, alone(words, ['--key', '--log']))
  return await verifyBundle(kept, alone(words, ['--key', '--name', '--log']))
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.log(`NOT CHECKED: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}
