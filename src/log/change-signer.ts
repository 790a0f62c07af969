import { setTimeout as pause } from 'node:timers/promises'
import type { KeyObject } from 'node:crypto'
import type { Database } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { presentMark } from '#ledger/proof/mark.ts'
import { readKeptCheckpoint } from './kept-checkpoint.ts'
import { signerOf } from './note.ts'
import { numberEntries } from './number-entries.ts'
import { type LogHouse, originOf, signCheckpoint, treeHeadIn } from './sign-checkpoint.ts'
import {
  countSigners,
  insertKeyAnnouncement,
  insertSigner,
  selectCheckpoint,
  selectSigner,
  updateTold,
} from './signer-store.ts'
import { selectHead } from './store.ts'

const LOOK_AGAIN = 200
const TRIES = 50

/**
 * Goes on under another name, whose first line in the log tells the last checkpoint under the name before: for a database
 * that was restored or moved, an address that changed, or a key that is lost. As the owner of the tables. Answers the name.
 */
export async function restartLog(db: Database, house: LogHouse): Promise<string> {
  const [key] = house.keys()
  if (key === undefined) throw new Error('There is no key of the log.')
  const origin = await transaction(db, async (tx) => {
    const follows = laterOf((await selectCheckpoint(tx))?.note, readKeptCheckpoint(house.dataDir))
    if (follows === undefined) throw new Error('Nothing was signed yet: the log begins by itself.')
    const name = `${originOf(house.appUrl)}/${(await countSigners(tx)) + 1}`
    const { verifierKey } = await signerOf(name, key.export())
    const { server } = await presentMark(tx)
    await insertSigner(tx, { origin: name, verifier_key: verifierKey, server, follows })
    await insertKeyAnnouncement(tx, `${verifierKey}\nfollows\n${follows}`)
    await updateTold(tx, null)
    return name
  })
  await signAll(db, house)
  return origin
}

/**
 * Changes the key: the new one is announced in the log and signed with the old one, then it signs. As the owner of the
 * tables. `bring` has the new key among the others. Broken off it is started again, and a key that signs already stays.
 * Answers the new key as `/log/key` says it. Throws a sentence where nothing was signed yet, where one of the keys is not
 * here, or where the log is not signed for another reason.
 */
export async function rotateLogKey(db: Database, house: LogHouse, bring: () => KeyObject): Promise<string> {
  const fixed = await transaction(db, selectSigner)
  if (fixed === undefined) throw new Error('Nothing was signed yet: the log begins with the key that is here.')
  const { verifierKey } = await signerOf(fixed.origin, bring().export())
  if (verifierKey === fixed.verifier_key) return verifierKey
  await transaction(db, (tx) => insertKeyAnnouncement(tx, `${verifierKey}\n`))
  await signAll(db, house)
  await transaction(db, async (tx) => {
    const { origin, server } = fixed
    await insertSigner(tx, { origin, verifier_key: verifierKey, server })
    await updateTold(tx, null)
  })
  await signAll(db, house)
  return verifierKey
}

/** Numbers and signs what there is, also where the app is at it in the same moment. Throws a sentence where it cannot. */
async function signAll(db: Database, house: LogHouse): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await numberEntries(db)
    const signing = await signCheckpoint(db, house)
    if ('problem' in signing) throw new Error(signing.problem)
    if ('note' in signing) return
    const isSigned = await transaction(db, async (tx) => {
      const [last, fixed, head] = [await selectCheckpoint(tx), await selectSigner(tx), await selectHead(tx)]
      return last !== undefined && last.signer_id === fixed?.id && last.size === head.size
    })
    if (isSigned) return
    await pause(LOOK_AGAIN)
  }
  throw new Error('Another process has been at the log all the time; nothing of it was signed here.')
}

/** The one that was signed of more. */
function laterOf(one: string | undefined, other: string | undefined): string | undefined {
  const sizeOf = (note: string | undefined) => (note === undefined ? -1 : (treeHeadIn(note)?.size ?? -1))
  return sizeOf(other) > sizeOf(one) ? other : one
}
