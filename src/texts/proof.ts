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
} as const
export const cannotCheck =
  'This browser cannot check all of it on this page. Download the file and open it in another browser.'
export const notSigned = 'The log has no signature with this proof yet. That takes a few minutes: look again then.'
export const tellUs = 'Download the file and show it to others. It shows this to anybody, without us.'

export const name = 'Username in your two leaves'
export const owedToYou = 'Owed to you then'
export const owedToAll = 'Owed to everybody then'
export const noOwner = 'Of that, owed to nobody we know'
export const compare =
  'Compare it with your statement of that moment. What you earned after it, and what was earned and not yet posted, is not in it.'

export const steps = 'What was checked'
/** What each step comes to, where it is right. */
export const stepNames = {
  parts: 'Your amount is split into two parts, no more',
  'part 1': 'Part 1 adds up to the total, hash by hash',
  'part 2': 'Part 2 adds up to the total, hash by hash',
  log: 'Total and root stand in the log of the house',
  signature: 'The log is signed; no entry of it was changed since',
  published: 'Total and root are those that everybody sees',
} as const
export const answers = { yes: 'Yes', no: 'No', 'not checked': 'Not checked' } as const
export const otherTotal = 'everybody is shown another total or root'
export const notPublished = 'everybody is shown no such proof'

export const way = 'From your leaves to the total'
export const wayLine = 'At each level another sum joins yours. Whose it is, nobody can tell from it.'
export const level = 'Level'
export const part = (number: number) => `Part ${number}`
export const leaf = 'Leaf'

export const alone = 'Without us'
export const aloneLine =
  'This page came from us and checks itself. The file below works without a connection and without us, now or in years; so does npm run verify, with the second file.'
export const page = 'Page'
export const bundle = 'JSON'
export const preparing = 'preparing...'
export const fileName = (epoch: number) => `plumb-proof-${epoch}`
export const root = 'Root'
export const rootLine = 'Ask somebody else which root they see. It has to be the same one.'
