import { countOf, LOCALE } from './locale.ts'

export const heading = 'Was the past changed?'
const entries = (count: number) => countOf(count, { one: '# entry', other: '# entries' })
const whole = (count: number) => count.toLocaleString(LOCALE)
/** What is checked against. */
export const about = (size: number) =>
  `Every movement of money and all that these figures are made of stands in a log: ${entries(size)} today. Our mails end with its signature. Paste one here, and your browser checks that nothing was changed since.`
export const notYet = 'The log has not been signed yet.'
export const failed = 'The log could not be read.'

export const line = 'A mail of ours, or its last line'
export const check = 'Check'
export const checking = 'Checking…'
export const noLine = 'There is no whole line in it that begins with plumb-checkpoint.'

export const yes = 'Yes, nothing was changed'
export const no = 'No'
export const notChecked = 'Not checked'

export const begins = (kept: number, now: number) =>
  `Today’s log of ${whole(now)} begins with exactly the ${entries(kept)} that your mail was signed of.`
export const signedThen = 'Your mail was signed with the key of this log.'
export const signedByOther = 'Your mail was signed with the key that stands in it, which is another than today’s.'
export const signedToday = 'Today’s log was signed with its key, and has the root that was signed.'

export const places = {
  note: 'This line is not as we signed it. Something in it was changed, or it was never ours.',
  today: 'What is shown as today’s log is not signed with its key.',
  tiles: 'What is shown as today’s log is not what was signed.',
}
export const shorter = (kept: number, now: number) =>
  `The log had ${entries(kept)} when your mail was sent, and has ${whole(now)} today.`
export const past = (kept: number) =>
  `Among the first ${entries(kept)} at least one is not what it was when your mail was sent. Keep the mail: it proves it.`
export const renamed = (kept: string, now: string) =>
  `Your mail is about ${kept}, and today’s log goes by ${now}. A log begins anew when its database was restored or moved. Ask us why.`
export const unreachable = 'The log could not be read. Try again in a moment.'
export const unable = 'This browser cannot verify signatures (Ed25519). A newer one can.'

export const witnesses = 'Who else signs it'
export const nobody = 'Nobody outside of this house has been asked to watch it.'
export const notSeen = 'Has not signed the newest'
export const trust =
  'Your browser checks this with a page of ours. Whoever does not trust that either can read the log with any other program: its form is a public standard.'
