/** Asking for an identity check, whole: over HTTP, and by the verbs. */
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { giveWord } from '#kyc/give-word.ts'
import { saveDetails } from '#kyc/save-details.ts'
import { saveDocument } from '#kyc/save-document.ts'
import { submitCheck } from '#kyc/submit-check.ts'
import { madeUpPapers } from '../../scripts/made-up-papers.ts'
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

/** The same by the verbs, with what stands for the pictures. */
export async function prepareCheckOf(
  house: House,
  investor: Investor,
  typed: Record<string, string> = {},
): Promise<void> {
  const { details } = await madeUpPapers(numberOfPerson(investor.userId))
  await house.write(async (tx) => {
    await saveDetails(tx, house.clock, investor, { ...details, ...typed })
    await giveWord(tx, house.clock, investor)
    for (const side of ['front', 'face'] as const) {
      const sent = Buffer.from(`${side} of ${investor.userId}`)
      await saveDocument(tx, house.clock, investor, { side, picture: sent, sent })
    }
  })
}

export async function submitCheckOf(
  house: House,
  investor: Investor,
  typed: Record<string, string> = {},
): Promise<void> {
  await prepareCheckOf(house, investor, typed)
  await house.write((tx) => submitCheck(tx, house.clock, investor))
}
