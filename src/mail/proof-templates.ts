/** What people are mailed of proofs, who have asked for it. */
import { type Letter, open, PRODUCT } from './letter.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Of the first proof of a month: amounts as people read them, the root in base64. */
export function monthlyProof(about: {
  epoch: number
  madeAt: Date
  root: string
  total: string
  owed: string
}): Letter {
  const { epoch, madeAt, root, total, owed } = about
  return open(
    `Proof ${epoch} of what ${PRODUCT} owes`,
    `On ${day.format(madeAt)}, ${PRODUCT} owed ${total} in total. Of that, ${owed} was owed to you.\n\n` +
      `You can check yourself that yours is counted. Open ${PRODUCT} the way you always do and choose Check that mine is ` +
      `counted. The page that you can download there checks itself, without a connection and without us.\n\n` +
      `This is the root of proof ${epoch}. Everybody has to see the same one:\n\n${root}\n\n` +
      `You asked for this email, and can stop it where you check. It has no link, so that nobody can lead you elsewhere.\n`,
  )
}
