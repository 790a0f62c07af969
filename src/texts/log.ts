import { countOf, LOCALE } from './locale.ts'

export const heading = 'Was the past changed?'
const entries = (count: number) => countOf(count, { one: '# entry', other: '# entries' })
const whole = (count: number) => count.toLocaleString(LOCALE)
/** What is checked against. */
export const about = (size: number) =>
  `Every movement of money and all that our figures are made of stands in a log, which has ${entries(size)} by now. Our emails end with its signature. Paste one here, and your browser checks that nothing was changed since.`
export const goesOn = ({ name, day }: { name: string; day: string | undefined }) =>
  `It was restarted${day ? ` on ${day}, and` : ', and'} goes on as ${name}.`
export const notYet =
  'Every movement of money will stand in a log that nobody can change unnoticed. It has not been signed yet.'
export const stopped = 'New entries are not being signed at the moment. What was signed before can still be checked.'
export const failed = 'The log could not be read.'

export const line = 'An email of ours, or its last line'
export const check = 'Check'
export const checking = 'Checking…'
export const noMail = 'Paste an email of ours first.'
export const noLine = 'No complete line in it begins with plumb-checkpoint.'

export const yes = 'Yes, nothing was changed'
export const no = 'No'
export const notChecked = 'Not checked'

export const begins = (kept: number, now: number) =>
  `Today’s log of ${whole(now)} begins with exactly the ${entries(kept)} that your email is about.`
export const signedThen = 'Your email was signed with the key of this log.'
export const signedByOther = 'Your email was signed with the key that stands in it, which is not the one of today.'
export const signedToday = 'Today’s log is signed with its key, and is what was signed.'

export const places = {
  note: 'This line is not as we signed it. Something in it was changed, or it was never ours.',
  today: 'What is shown as today’s log is not signed with its key.',
  tiles: 'What is shown as today’s log is not what was signed.',
}
export const shorter = (kept: number, now: number) =>
  `The log had ${entries(kept)} when your email was sent, and has ${whole(now)} today.`
export const past = (kept: number) =>
  `Among the first ${entries(kept)} at least one is not what it was when your email was sent.`
export const proves = 'Keep the email: it proves it.'
/** Before an answer that accuses nobody. */
export const otherKey =
  'It is signed with another key than the log shows. Anybody can write a key into an email, so that alone says nothing.'
export const otherName = (now: string) => `The log goes on under another name since: ${now}.`
export const renamed = (kept: string, now: string) =>
  `Your email is about ${kept}, and today’s log goes by ${now}. A log begins anew when its database was restored or moved. Ask us why.`
export const unreachable = 'The log could not be read. Try again in a moment.'
export const unable = 'This browser cannot verify signatures (Ed25519). A newer one can.'

export const newest = 'The newest signature, and its key'
export const copyNewest = 'Copy the signature'
export const witnesses = 'Who else signs it'
export const nobody = 'We have asked nobody else to watch it.'
export const notSeen = 'Has not signed the newest'
export const trust =
  'Your browser checks this with a page of ours. If you do not trust that, read the log with any other program: its form is a public standard.'
