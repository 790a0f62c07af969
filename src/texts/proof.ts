import { LOCALE, whenNeeded } from './locale.ts'

export const title = 'Check that mine is counted'
export const line = 'Your browser does the sums'
export const checking = 'Checking…'
export const failed = 'The proof could not be loaded.'

const moments = whenNeeded(
  () => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }),
)
export const madeAt = (epoch: number, at: string) => `Proof ${epoch}, made ${moments().format(new Date(at))} UTC`

export const verdicts = {
  yes: 'Yes: what we owe you is in the total.',
  no: 'No: this does not show that what we owe you is counted.',
  'not checked': 'Not checked.',
  checking: 'Checking…',
} as const
export const cannotCheck =
  'Not all of it could be checked on this page. Look again in a moment, or download the file and open it in another browser.'
export const notSigned = 'This proof is not in the signed log yet. That takes a few minutes: check again then.'
/** Where it is what was handed out that is wrong. */
export const fileShows =
  'Keep the JSON file of this page and show it to others: npm run verify says the same of it to anybody, without us.'
/** Where that is right, and something else says otherwise. */
export const fileHasNot =
  'The files of this page do not show this: they have the proof alone. Keep them, and a picture of this page, and ask us why.'

export const name = 'Username in the proof'
export const owedToYou = 'Owed to you then'
export const owedToAll = 'Total owed then'
export const noOwner = 'Of that, owner unknown'

export const drawing = 'From your balance to the signatures'
export const knots = {
  balance: 'Your balance then',
  leaves: 'Your two leaves',
  total: 'The published total',
  log: 'In the log',
  signed: 'Signed',
  cosigned: 'Signed by others',
} as const
/** What each step comes to, where it is right. */
export const stepNames = {
  yours: 'Both leaves are in your username',
  balance: 'Your statement says the same amount',
  parts: 'It is split into two parts, no more',
  'part 1': 'Part 1 adds up to the total, hash by hash',
  'part 2': 'Part 2 adds up to the total, hash by hash',
  published: 'Everybody sees this total and root',
  log: 'Total and root are in our log',
  signature: 'We have signed that log',
  cosigned: 'Somebody outside has signed it too',
} as const
export const answers = { yes: 'Yes', no: 'No', 'not checked': 'Not checked', 'not there': 'Not signed' } as const
export const toCome = '…'
export const positionOf = (index: number, size: number) =>
  `Position ${index.toLocaleString(LOCALE)}, in a log of ${size.toLocaleString(LOCALE)} entries`
export const signedAgo = (ago: string) => `Yes, ${ago}`
export const noName = 'this device does not know your username'
export const otherName = (name: string) => `they are those of ${name}`
export const noBalance = 'your statement could not be read'
export const otherBalance = (said: string, counted: string) =>
  `your statement says ${said}, your two leaves come to ${counted}`
export const noProofs = 'what everybody is shown could not be read'
export const otherTotal = 'everybody is shown another total or root'
export const notPublished = 'everybody is shown no such proof'
export const notContinued = 'the log that is shown today does not begin with this one'
export const notTheirs = (name: string) => `${name} has not signed what stands there in its name`
export const nobodyElse = 'Nobody else has signed it. We have not asked anybody outside to.'
export const nobodyYet = 'Nobody else has signed the newest yet.'

export const statement = 'What your statement says'
export const statementLine = (position: number) =>
  `What you were owed after the first ${position.toLocaleString(LOCALE)} entries of the log. The proof has to count all of it, and nothing that came later.`
export const held = 'Held for you'
export const earnedSince = 'Earned since'
export const movedSince = 'Paid in and out since'
export const now = 'Owed to you now'
export const unposted = 'Earned, not yet posted'

export const way = 'From your leaves to the total'
export const wayLine = 'At each level another sum is added to yours. Nobody can tell from it whose it is.'
export const level = 'Level'
export const part = (number: number) => `Part ${number}`
export const leaf = 'Leaf'

export const alone = 'Without us'
export const aloneLine =
  'This page came from us and checks itself. The page to keep works without a connection and without us, now or in years. The JSON file is for npm run verify, which does the same.'
export const page = 'Page'
export const bundle = 'JSON'
export const preparing = 'preparing...'
export const fileName = (epoch: number) => `plumb-proof-${epoch}`
export const root = 'Root'
export const rootLine = 'Ask somebody else which root they see. It has to be the same one.'

export const mails = 'By email'
export const mailsLine =
  'The first proof of each month, with what was owed to you and to everybody. Each of our emails ends with the key and the newest signature of the log: one that you keep shows whether the past was changed.'
export const wantMails = 'Email it to me each month'
export const endMails = 'Stop emailing it'
