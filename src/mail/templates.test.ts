import { describe, expect, test } from 'vitest'
import { countOf } from '#kit/count-of.ts'
import { CODE_MINUTES, CODE_TRIES, INVITATION_DAYS, RESET_MINUTES } from './rules.ts'
import { EXAMPLES, examplesWith } from './example-letters.ts'
import { PRODUCT } from './letter.ts'
import { type Matter, MATTERS, ownersTold } from './owner-templates.ts'
import { blockedWords, letterOf, signInBlocked } from './templates.ts'

/** What readers of mail make links of: a scheme, a host with a name's end or of numbers, an address. */
const LINK = /\/\/|\p{L}:\S|\S@|@\S|[^\s.][.。]\p{Cf}*\p{L}|\d+\.\d+\.\d+\.\d+/iu

test.each(EXAMPLES.map(({ event, letter }) => [event, letter] as const))(
  '%s: one line of subject, something to read',
  (_, letter) => {
    expect(letter.subject).toMatch(/^\S[^\p{Cc}]{3,80}$/u)
    expect(letter.content).toMatch(/\S/)
    expect(letter.content).not.toMatch(/enter your password|send us your|reply with/i)
  },
)

test('what carries a code or a link with a token is secret, and nothing else is', () => {
  for (const { event, letter } of EXAMPLES) {
    expect(letter.secret, event).toBe(/\b\d{6}\b|token=/.test(letter.content))
  }
})

/** What the Mail screen shows as the mail of an event. */
const exampleOf = (event: string) => EXAMPLES.find((example) => example.event === event)?.letter.content

test('an example promises no more and no less than what is sent', () => {
  expect(exampleOf('Reset link')).toContain(`is good for ${countOf(RESET_MINUTES, 'minute')}`)
  for (const code of ['email', 'phone']) {
    const promised = `is good for ${countOf(CODE_MINUTES, 'minute')} and ${countOf(CODE_TRIES, 'try', 'tries')}`
    expect(exampleOf(`Registered: ${code} code`)).toContain(promised)
  }
  expect(exampleOf('Administrator invited')).toContain(`within ${countOf(INVITATION_DAYS, 'day')},`)
})

test('an example of a block says all that whoever is blocked reads, at the sign-in and by mail', () => {
  expect(exampleOf('Sign-in blocked')).toContain('Your money stays yours, and your investments keep earning.')
  const { content } = signInBlocked({ reason: 'Two people use it', link: 'https://plumb.example/support' })
  expect(content).toContain(blockedWords('Two people use it'))
  expect(blockedWords('Two people use it')).toContain('The reason: Two people use it. Your money')
})

test.each(['asked for', 'sent'] as const)('of what owners are told, that it was %s has an example', (step) => {
  expect(EXAMPLES.map(({ letter }) => letter.subject)).toContainEqual(expect.stringMatching(`: ${step} by rita$`))
})

test.each([
  ['Investment approved', 'approved'],
  ['Investment completed', 'completed'],
  ['Investment declined', 'declined'],
  ['Withdrawal approved', 'approved'],
  ['Withdrawal completed', 'completed'],
  ['Withdrawal declined', 'declined'],
  ['Referral bonus', 'approved'],
  ['Balance topped up', 'A transfer was counted twice.'],
  ['Balance deducted', 'A transfer was counted twice.'],
])('%s, %s: says the amount, how to check it, and leads nowhere', (title, status_text) => {
  const letter = letterOf({ title, bold_value: '$1,250.00', status_text })
  expect(letter?.content).toContain('$1,250.00')
  expect(letter?.content).toContain(`To check it, open ${PRODUCT} the way you always do`)
  expect(letter?.content).not.toMatch(/https?:|www\./)
  expect(letter?.secret).toBe(false)
})

test('a mail about a requested withdrawal says where it goes, and names the place before what is to be done there', () => {
  const event = { title: 'Withdrawal requested', bold_value: '$40.00', status_text: 'pending' }
  const letter = letterOf({ ...event, follows: 'It is to be paid to bc1qar…wf5mdq on Bitcoin.' })
  expect(letter?.content).toMatch(
    /\$40\.00 from your account was requested\.\n\nIt is to be paid to bc1qar…wf5mdq on Bitcoin\.\n\n.* go to Withdrawal\. If it was not you, cancel it there/,
  )
})

test('a mail promises no reason and no transaction id: not every record has one', () => {
  for (const { event, letter } of EXAMPLES) {
    const promises = letter.content.match(/The record [^.]*\b(why|transaction id|reason|where to)\b[^.]*/g) ?? []
    for (const promise of promises) expect(promise, event).toMatch(/if (one was given|there is one|they are known)/)
  }
  const title = 'Balance topped up'
  const withoutReason = letterOf({ title, bold_value: '$5.00', status_text: 'the Earnings Wallet' })
  expect(withoutReason?.content).toContain('Note: the Earnings Wallet')
})

test('what is only on its way is told in the app alone', () => {
  for (const [title, status_text] of [
    ...[
      ['Payment being checked', 'waiting approval'],
      ['Referral bonus', 'pending'],
      ['Identity check', 'submitted'],
    ],
    ...[
      ['Password', 'changed'],
      ['Sign-in', 'blocked'],
      ['constructor', ''],
      ['__proto__', ''],
    ],
  ] as [string, string][]) {
    expect(letterOf({ title, bold_value: '', status_text }), title).toBeUndefined()
  }
})

describe('whatever an administrator has typed', () => {
  const HOSTILE =
    'Send papers to https://evil.test/kyc or HTTP:\\\\evil.test, ftp:evil.test, mailto:eve@evil.test, eve@evil.test, ' +
    'www.evil.test, evil1.test, evil-.test, 93.184.216.34/login, ｅｖｉｌ．ｔｅｓｔ, evil。test, evil.\u200btest, tel:+15550100. ' +
    'The rate is 0.4%, the amount $1,250.00.'

  test.each(examplesWith(HOSTILE).map(({ event, letter }) => [event, letter] as const))(
    '%s: no reader of mail makes a link of it, and what says that it has no link has none',
    (_, { subject, content }) => {
      const own = content.match(/https:\/\/plumb\.example\/\S*/g) ?? []
      const rest = own.reduce((left, link) => left.replace(link, ''), `${subject}\n${content}`).normalize('NFKC')
      expect(rest).not.toMatch(LINK)
      if (content.includes('no link')) expect(own).toEqual([])
    },
  )

  test('who decided reads on: figures and sentences stay as they were', () => {
    const title = 'Balance topped up'
    const letter = letterOf({ title, bold_value: '$1,250.00', status_text: HOSTILE })
    expect(letter?.content).toContain('Note: Send papers to https: / /evil. test/kyc or ')
    expect(letter?.content).toContain('The rate is 0.4%, the amount $1,250.00.')
  })

  test.each(Object.keys(MATTERS) as Matter[])('owners who are told of it, %s, have no link either', (matter) => {
    for (const name of [HOSTILE, 'eve@evil.test']) {
      const letter = ownersTold({ matter, name, by: 'mallory', step: 'asked for', changes: [`Name: ${HOSTILE}`] })
      expect(letter.content.normalize('NFKC')).not.toMatch(LINK)
    }
  })
})

test('what owners are told of leads nowhere, whatever an administrator has typed', () => {
  const letter = ownersTold({
    ...{ matter: 'plan', name: 'https://plumb.evil.test/login', by: 'mallory', step: 'asked for' },
    changes: [
      'Description: see www.evil.test\nor //evil.test',
      'Rate per day: 0.4% → 0.5%',
      'Address: bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ],
  })
  expect(letter.content).not.toMatch(/:\/\/|www\.\w|\p{L}\.\p{L}/u)
  expect(letter.content).toContain(
    'mallory asked for a change of a plan. It is waiting for a second administrator to agree.',
  )
  expect(letter.content).toContain('Rate per day: 0.4% → 0.5%')
  expect(letter.content).toContain('Address: bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
  expect(letter.secret).toBe(false)
})

test.each(['x', 'News. ', 'ｘ', 'ﷺ', '…'])(
  'owners are told all that somebody has typed, however much of %s comes before what matters',
  (filler) => {
    const typed = `${filler.repeat(20_000 / filler.length)}pay to bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4`
    const { content } = ownersTold({
      ...{ matter: 'mailing', name: 'News', by: 'mallory', step: 'sent', changes: [`Text: ${typed}`] },
    })
    expect(content).toContain('pay to bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
    expect(content.length).toBeLessThan(typed.length + 1000)
  },
)
