import { DAY, HOUR, MINUTE } from '#kit/clock.ts'
import { hashToken } from '#kit/ids.ts'
import { networkOf, siteOf } from '#kit/ip-address.ts'
import type { Limit } from '#kit/limit.ts'
import { RESET_MINUTES } from '#mail/rules.ts'

/** Failed sign-ins for one account from one address or one known device: ten in 15 minutes, thirty in a day. */
export function accountLimits(email: string, from: string): Limit[] {
  const key = `sign-in/${hashToken(email)}/${from}`
  const words = 'Too many sign-ins have failed. Choose Forgot Password? to get a link by email.'
  return [
    { key, most: 10, milliseconds: 15 * MINUTE },
    { key: `${key}/day`, most: 30, milliseconds: DAY, words },
  ]
}

/** Failed sign-ins from one address, whatever the account: fifty in a minute. */
export function addressLimit(address: string): Limit {
  return { key: `sign-in/${networkOf(address)}`, most: 50, milliseconds: MINUTE }
}

/** Failed sign-ins for one account from everywhere that its owner has never signed in from: 30 an hour, 100 a day. */
export function strangersLimits(email: string): Limit[] {
  const key = `strangers/${hashToken(email)}`
  const words =
    'Too many incorrect passwords were entered for this account. Sign in from a device or network that you have signed in ' +
    'from before, or choose Forgot Password? to get a link by email.'
  return [
    { key, most: 30, milliseconds: HOUR, words },
    { key: `${key}/day`, most: 100, milliseconds: DAY, words },
  ]
}

/** Wrong passwords of a day, wherever they were typed, of which the owner is not told yet. */
export function unreportedFailures(email: string): Limit {
  return { key: `wrong-passwords/${hashToken(email)}`, most: 9, milliseconds: DAY }
}

/** How often an owner is told of wrong passwords: once a day. */
export function tellingLimit(email: string): Limit {
  return { key: `told-of-passwords/${hashToken(email)}`, most: 1, milliseconds: DAY }
}

/** What is said of a limit on codes that has no words of its own. */
export const TOO_MANY_CODES = 'Too many codes were sent.'

/**
 * Codes that go out: to one mailbox and to one phone, whoever asks for them, and because of one address; `textsADay` is
 * what the house sends in a day. In the order in which they are counted. What a registration is sent counts with its
 * mailbox, so it needs no count of its own.
 */
export function codeLimits(
  what: 'register' | 'resend',
  to: { email: string; phone: string },
  { address, textsADay }: { address: string; textsADay: number },
): Limit[] {
  return [
    ...fromOneNetwork(what, address),
    textsFromOneSite(address, textsADay),
    ...codesByMail(to.email),
    ...codesByText(to.phone),
  ]
}

function codesByMail(email: string): Limit[] {
  return oneAMinuteFiveAnHour(`codes/${hashToken(mailboxOf(email))}`, {
    minute: 'We have just sent a message to this email address. Check your mailbox, and the spam folder.',
    hour: 'We have sent five messages to this email address within an hour. Use the newest code, or wait.',
  })
}

function codesByText(phone: string): Limit[] {
  return oneAMinuteFiveAnHour(`texts/${hashToken(phone)}`, {
    minute: 'We have just sent a text message to this phone number. Give it a moment to arrive.',
    hour: 'We have sent five text messages to this phone number within an hour. Use the newest code, or wait.',
  })
}

/** Codes for a change of contact details: five a day of one user to whatever address or number, and these as any codes. */
export function changeLimits(
  userId: string,
  to: { email: string } | { phone: string },
  { address, textsADay }: { address: string; textsADay: number },
): Limit[] {
  const kind = 'email' in to ? 'email' : 'phone'
  const day = {
    ...{ key: `contact-changes/${kind}/${userId}`, most: 5, milliseconds: DAY },
    words: 'You have asked for five codes within a day. Use the newest one, or wait.',
  }
  return 'email' in to
    ? [day, ...codesByMail(to.email)]
    : [day, textsFromOneSite(address, textsADay), ...codesByText(to.phone)]
}

/** Wrong codes of one user for changes of contact details: ten a day. */
export function wrongChangeCodes(userId: string): Limit {
  return { key: `wrong-change-codes/${userId}`, most: 10, milliseconds: DAY }
}

/**
 * Reset links that anybody asks for, to one mailbox; `device` where the owner asks on a device of theirs, which has a
 * count of its own, so that nobody else can use it up.
 */
export function resetLimits(email: string, from: { device: string | undefined; address: string }): Limit[] {
  const mailbox = hashToken(mailboxOf(email))
  return [
    ...(from.device === undefined ? fromOneNetwork('reset', from.address) : []),
    ...threeInALife(from.device === undefined ? `reset/${mailbox}` : `reset/${mailbox}/${from.device}`, {
      minute: 'A link for this email address was requested a moment ago. Check your mailbox, and the spam folder.',
      life: 'Three links for this email address were requested within half an hour. Use the newest one, or wait.',
    }),
  ]
}

/** Reset links that administrators send to one user. */
export function helpLimits(email: string): Limit[] {
  return threeInALife(`help/${hashToken(mailboxOf(email))}`, {
    minute: 'A link was sent to this user a moment ago.',
    life: 'Three links were sent to this user within half an hour. The newest one still works.',
  })
}

/** Wrong codes typed for one registration, wherever from, its spent codes included: ten a day. */
export function wrongCodesLimit(registrationId: string): Limit {
  return { key: `wrong-codes/${registrationId}`, most: 10, milliseconds: DAY }
}

function oneAMinuteFiveAnHour(key: string, words: { minute: string; hour: string }): Limit[] {
  return [
    { key, most: 1, milliseconds: MINUTE, words: words.minute },
    { key: `${key}/hour`, most: 5, milliseconds: HOUR, words: words.hour },
  ]
}

/**
 * Reset links: one a minute, and three in the time for which a link is good. Where no more go out the newest is still
 * good, because it was made after the window had opened: nobody can use the links up and leave their owner without one.
 */
function threeInALife(key: string, words: { minute: string; life: string }): Limit[] {
  return [
    { key, most: 1, milliseconds: MINUTE, words: words.minute },
    { key: `${key}/life`, most: 3, milliseconds: RESET_MINUTES * MINUTE, words: words.life },
  ]
}

export const FROM_YOUR_NETWORK = 'Too many requests came from your network. Wait a little, or use another network.'

/**
 * What makes messages go out because of one address: ten a minute, sixty an hour; and four times as many for its site,
 * where that has more networks than this one.
 */
function fromOneNetwork(what: 'register' | 'resend' | 'reset', address: string): Limit[] {
  const [network, site] = [networkOf(address), siteOf(address)]
  return [
    ...aMinuteAndAnHour(`${what}/${network}`, { minute: 10, hour: 60 }),
    ...(site === network ? [] : aMinuteAndAnHour(`${what}/${site}`, { minute: 40, hour: 240 })),
  ]
}

/** Looks at whether somebody has a username, from one network: sixty a minute, six hundred an hour; four times that for its site. */
export function invitationLimits(address: string): Limit[] {
  const [network, site] = [networkOf(address), siteOf(address)]
  return [
    ...aMinuteAndAnHour(`invitation/${network}`, { minute: 60, hour: 600 }),
    ...(site === network ? [] : aMinuteAndAnHour(`invitation/${site}`, { minute: 240, hour: 2400 })),
  ]
}

function aMinuteAndAnHour(key: string, most: { minute: number; hour: number }): Limit[] {
  return [
    { key, most: most.minute, milliseconds: MINUTE, words: FROM_YOUR_NETWORK },
    { key: `${key}/hour`, most: most.hour, milliseconds: HOUR, words: FROM_YOUR_NETWORK },
  ]
}

/** However small the day's budget is, one site has so many texts of it. */
const FEWEST_TEXTS = 250

/** Texts because of one site, for new accounts and new codes together: a quarter of what the house sends in a day. */
function textsFromOneSite(address: string, textsADay: number): Limit {
  return {
    key: `texts-from/${siteOf(address)}`,
    most: Math.max(FEWEST_TEXTS, Math.floor(textsADay / 4)),
    milliseconds: DAY,
    words: 'Your network has used up its text messages for today. Use another network, or come back later.',
  }
}

/**
 * The mailbox behind a normalised e-mail address, for counting alone: without a +tag, and at Gmail without the dots,
 * which it ignores. Accounts are told apart by the whole address.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [domain, local = ''] = [email.slice(at + 1), email.slice(0, at).split('+')[0]]
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
