import type { Actor, Role } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { countAttempt } from '#kit/limit.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Routes } from '#kit/routes.ts'
import type { Settings } from '#kit/config.ts'
import { transaction } from '#kit/transaction.ts'
import type { ShownReserve } from '#reserve/shown.ts'
import { checkCodes } from './check-codes.ts'
import { checkLink } from './check-link.ts'
import type { identityContract } from './contract.ts'
import {
  attemptCookie,
  deviceCookie,
  newDevice,
  registrationCookie,
  SESSION_COOKIE,
  sessionCookies,
  xsrfCookie,
} from './cookies.ts'
import { type UserRow, userOnWire } from '#users/find.ts'
import { WITHDRAWALS_PAUSED } from '#users/pause-rules.ts'
import { forgotPassword } from './forgot-password.ts'
import { provenUser, registrationBehind } from './gate.ts'
import { FROM_YOUR_NETWORK, invitationLimits } from './limits.ts'
import { openedReply } from './opened-reply.ts'
import type { Passwords } from './passwords.ts'
import { tellInvited } from './tell-invited.ts'
import { readMendedNumber, readOwner, readRegistration, refuseWeakPassword } from './read-details.ts'
import { recipeToRegister, refuseTooManyCodes, register } from './register.ts'
import { resendCodes, secondsUntilResend } from './resend-codes.ts'
import { refuseSamePassword, resetPassword, userToReset } from './reset-password.ts'
import { sendResetLink } from './send-reset-link.ts'
import { refuseBadSetupLink, setUpOwner } from './set-up-owner.ts'
import { signIn } from './sign-in.ts'
import { endSignedOut, signOut } from './sign-out.ts'
import { verifyAccount } from './verify-account.ts'
import { registrantOnWire } from './registrant.ts'

const LINK_ON_ITS_WAY = 'If this email address has an account, a link to choose a new password is on its way to it.'

type Calls = Partial<Routes<typeof identityContract>>

type House = {
  db: Database
  clock: Clock
  settings: Settings
  passwords: Passwords
  /** the same that those who have signed in are shown */
  reserve: ShownReserve
  /** whether an invitation to roles still waits; the slice that makes them knows */
  rolesOffered: (tx: Tx, clock: Clock, token: string) => Promise<Role[] | null>
  /** ends what somebody else may have begun in an account; slices after this one have it */
  endWhatWasBegun: (tx: Tx, clock: Clock, actor: Actor, user: UserRow) => Promise<void>
  /** ends a request for help with lost second factors, which only the slice after this one has */
  endFactorHelp: (tx: Tx, clock: Clock, actor: Actor, userId: string, why: 'password changed') => Promise<void>
}

/**
 * The calls of this slice. Where a password is hashed, outside of transactions, everything is done in one turn: what comes
 * first holds no connection of a flood, and of a hundred that come together the second sees what the first has done.
 */
export function identityRoutes(house: House): Routes<typeof identityContract> {
  return { ...registering(house), ...verifying(house), ...signingIn(house), ...choosingAPassword(house) }
}

/** How people come in: as themselves, or as the first owner. */
function registering({ db, clock, passwords, reserve }: House) {
  return {
    'GET /api/invitation': async ({ query: { referral = '' }, request, read }) => {
      // What is on offer anybody may read; whether a name is taken is told so often, and no more.
      if (referral.trim() !== '') {
        await transaction(db, (tx) => countAttempt(tx, clock, invitationLimits(request.address), FROM_YOUR_NETWORK))
      }
      return read((tx) => tellInvited(tx, referral, reserve.of(tx)))
    },
    'POST /api/register': (asked) => {
      const { referral = null } = asked.body
      const { address } = asked.request
      return passwords.inTurn(address, async (turn) => {
        const { recipe, password, ...details } = await asked.read(async (tx) => {
          const read = await readRegistration(tx, asked.body)
          await refuseTooManyCodes(tx, clock, { ...read, address })
          return { ...read, recipe: await recipeToRegister(tx, read.email) }
        })
        const passwordHash = await turn.hash(password, recipe)
        return asked.write(async (tx) => {
          const input = { ...details, passwordHash, referral, address }
          const { bearer, registration } = await register(tx, clock, input)
          return openedReply(
            tx,
            'We sent you two codes, by email and by text message.',
            bearer,
            registrantOnWire(registration),
          )
        })
      })
    },
    'POST /api/setup-owner': (asked) => {
      const { token } = asked.body
      return passwords.inTurn(asked.request.address, async (turn) => {
        const { recipe, password, ...owner } = await transaction(db, async (tx) => {
          await refuseBadSetupLink(tx, clock, token)
          const read = await readOwner(tx, asked.body)
          return { ...read, recipe: await recipeToRegister(tx, read.email) }
        })
        const passwordHash = await turn.hash(password, recipe)
        return asked.write(async (tx) => {
          await setUpOwner(tx, clock, { token, ...owner, passwordHash })
          return { message: 'You are the owner. Sign in.' }
        })
      })
    },
  } satisfies Calls
}

/** How they prove their codes. */
function verifying(house: House) {
  const { db, clock } = house
  return {
    'POST /api/verify-account': async (asked) => {
      // The try is committed before anything else is, whatever comes of it.
      const right = await transaction(db, (tx) => checkCodes(tx, clock, asked.actor.registrationId, asked.body))
      if (right instanceof Refusal) throw right
      let cookies: ReturnType<typeof sessionCookies> = []
      const reply = await asked.write(async (tx) => {
        const { user, session } = await verifyAccount(tx, clock, right, asked.body.name, asked.request)
        cookies = sessionCookies(session)
        return openedReply(tx, 'Your account is verified.', session.bearer, userOnWire(user))
      })
      cookies.forEach(asked.setCookie)
      return reply
    },
    'GET /api/retry-verification': async (asked) => {
      const id = await registrationBehind(house, asked.request)
      if (id === undefined) return { seconds: null }
      return asked.read(async (tx) => ({ seconds: await secondsUntilResend(tx, clock, id, asked.request) }))
    },
    'POST /api/retry-verification': (asked) =>
      asked.write(async (tx) => {
        const { phone, country = '' } = asked.body
        const mended = phone === undefined ? undefined : readMendedNumber({ phone, country })
        await resendCodes(tx, clock, asked.actor.registrationId, asked.request, mended)
        return { message: 'New codes are on their way. The old ones no longer work.' }
      }),
  } satisfies Calls
}

function signingIn({ db, clock, passwords }: House) {
  return {
    'GET /sanctum/csrf-cookie': async (asked) => {
      asked.setCookie(xsrfCookie(asked.request))
      return null
    },
    'POST /api/login': async (asked) => {
      const signedIn = await signIn({ db, clock, passwords }, asked.body, asked.request)
      if ('awaited' in signedIn) {
        asked.setCookie(registrationCookie(signedIn.awaited))
        return { message: 'unverified' }
      }
      if ('attempt' in signedIn) {
        asked.setCookie(attemptCookie(signedIn.attempt))
        return { message: 'factor', factors: [...signedIn.factors] }
      }
      sessionCookies(signedIn.session).forEach(asked.setCookie)
      return asked.read((tx) => openedReply(tx, 'ok', signedIn.session.bearer, userOnWire(signedIn.user)))
    },
    'POST /api/logout': async (asked) => {
      const reply = await asked.write(async (tx) => {
        await signOut(tx, clock, asked.actor, asked.request)
        return { message: 'You are signed out.' }
      })
      asked.setCookie({ name: SESSION_COOKIE, value: null, httpOnly: true })
      return reply
    },
    'POST /api/end-unended': (asked) =>
      asked.write(async (tx) => {
        await endSignedOut(tx, clock, { sessions: asked.body.sessions, address: asked.request.address })
        return { message: 'These sessions are over.' }
      }),
  } satisfies Calls
}

/** How somebody who has forgotten a password, or has to change it, gets another. */
function choosingAPassword(house: House) {
  const { db, clock, passwords, settings } = house
  return {
    'POST /api/forgot-password': (asked) =>
      asked.write(async (tx) => {
        await forgotPassword(tx, clock, asked.body.email, asked.request)
        return { message: LINK_ON_ITS_WAY }
      }),
    'POST /api/reset-password': async (asked) => {
      const { token, password } = asked.body
      const device = newDevice()
      const reply = await passwords.inTurn(asked.request.address, async (turn) => {
        const { user, recipe } = await asked.read((tx) => userToReset(tx, clock, token))
        await refuseWeakPassword(asked.body, user)
        const passwordHash = await turn.hash(password, recipe)
        refuseSamePassword(user, passwordHash)
        return asked.write(async (tx) => {
          const input = { token, passwordHash, device }
          const follows = await resetPassword(tx, clock, input, asked.request, house.endWhatWasBegun)
          // whoever asked for help knew the old one
          await house.endFactorHelp(tx, clock, provenUser(user, asked.request), user.id, 'password changed')
          const paused = follows === undefined ? '' : `${WITHDRAWALS_PAUSED} `
          return { message: `Your password is changed. ${paused}Sign in with the new one.` }
        })
      })
      asked.setCookie(deviceCookie(device))
      return reply
    },
    'POST /api/check-link': (asked) => transaction(db, (tx) => checkLink(tx, clock, asked.body, house.rolesOffered)),
    'POST /api/send-reset-link/:id': (asked) =>
      asked.write(async (tx) => {
        await sendResetLink(tx, clock, asked.actor, { ...asked.params, appUrl: settings.appUrl })
        return { message: 'A reset link is on its way to the user’s own email address.' }
      }),
  } satisfies Calls
}
