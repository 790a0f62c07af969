/** Asking for an identity check, whole: over HTTP, and by the verbs. */
import { type Investor, proveInvestor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { giveWord } from '#kyc/give-word.ts'
import { saveDetails } from '#kyc/save-details.ts'
import { saveDocument } from '#kyc/save-document.ts'
import { submitCheck } from '#kyc/submit-check.ts'
import { madeUpPapers } from '../../scripts/made-up-papers.ts'
import type { TestApp } from './app.ts'
import { type Answer, Visitor } from './visitor.ts'

/** A number of somebody's own, of their id. */
export const numberOfPerson = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(-12), 16) % 10 ** 8

/** Sends a picture of an identity check. */
export async function sendPicture(who: Visitor, side: string, bytes: Uint8Array): Promise<Answer> {
  const form = new FormData()
  form.append('image', new Blob([Buffer.from(bytes)], { type: 'image/jpeg' }), 'picture.jpg')
  return who.send('POST', `/api/kyc-document/${side}`, form, Visitor.key())
}

/** Takes every step of the check but the last; what somebody has saved before stays. */
export async function prepareCheck(who: Visitor, typed: Record<string, string> = {}): Promise<void> {
  const { details, pictures } = await madeUpPapers(numberOfPerson(who.id))
  await who.must('/api/kyc-details', { ...details, ...typed })
  await who.must('/api/kyc-word', {})
  for (const [side, picture] of Object.entries(pictures)) {
    const { status, body } = await sendPicture(who, side, picture)
    if (status !== 200) throw new Error(`the picture of the ${side} was answered ${status}: ${JSON.stringify(body)}`)
  }
}

/** Asks for an identity check, with everything that it takes. */
export async function askForCheck(who: Visitor): Promise<void> {
  await prepareCheck(who)
  await who.must('/api/kyc', {})
}

type House = { clock: Clock; write<T>(verb: (tx: Tx) => Promise<T>): Promise<T> }

/** The same by the verbs, with what stands for the pictures; or with pictures that can be looked at, as if redrawn. */
export async function prepareCheckOf(
  house: House,
  investor: Investor,
  typed: Record<string, string> = {},
  toLookAt = false,
): Promise<void> {
  const { details, pictures } = await madeUpPapers(numberOfPerson(investor.userId))
  await house.write(async (tx) => {
    await saveDetails(tx, house.clock, investor, { ...details, ...typed })
    await giveWord(tx, house.clock, investor)
    for (const side of ['front', 'face'] as const) {
      const sent = toLookAt ? pictures[side] : Buffer.from(`${side} of ${investor.userId}`)
      await saveDocument(tx, house.clock, investor, { side, picture: sent, sent })
    }
  })
}

export async function submitCheckOf(
  house: House,
  investor: Investor,
  typed: Record<string, string> = {},
  toLookAt = false,
): Promise<void> {
  await prepareCheckOf(house, investor, typed, toLookAt)
  await house.write((tx) => submitCheck(tx, house.clock, investor))
}

/** The same for somebody at the door of a running house, in a tenth of the time: their pictures are taken as they are. */
export async function askForCheckQuickly({ app, clock }: TestApp, { id, name }: Visitor): Promise<void> {
  const house: House = { clock, write: (verb) => transaction(app.db, verb) }
  const investor = proveInvestor({ userId: id, name, roles: [], address: '', sessionId: null, oneHalf: false })
  await submitCheckOf(house, investor, {}, true)
}
