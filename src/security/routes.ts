import { endOtherSessions, endOwnSession, nameDevice, ownSessions } from '#identity/own-sessions.ts'
import type { Passwords } from '#identity/passwords.ts'
import { withNewHalf } from '#identity/new-half.ts'
import { provePassword } from '#identity/prove-password.ts'
import { readMendedNumber, refuseWeakPassword } from '#identity/read-details.ts'
import { SESSION_COOKIE } from '#identity/cookies.ts'
import type { Clock } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import { countOf } from '#kit/count-of.ts'
import type { Database } from '#kit/database.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Routes } from '#kit/routes.ts'
import { transaction } from '#kit/transaction.ts'
import { asPage, withPageSize } from '#lists/replies.ts'
import { REQUESTS_ENDED } from '#mail/password-templates.ts'
import { beginEmailChange, beginPhoneChange } from './begin-change.ts'
import { changePassword, refusePresentPassword } from './change-password.ts'
import { closeAccount } from './close-account.ts'
import { checkChangeCode } from './check-change-code.ts'
import { confirmChange } from './confirm-change.ts'
import type { securityContract } from './contract.ts'
import { ownActivity, pendingChanges } from './read.ts'
import { undoChange } from './undo-change.ts'

type Calls = Partial<Routes<typeof securityContract>>
type House = {
  db: Database
  clock: Clock
  settings: Pick<Settings, 'appUrl'>
  passwords: Passwords
}

/** The calls of this slice. */
export function securityRoutes(house: House): Routes<typeof securityContract> {
  return { ...seeing(house), ...changing(house), ...reaching(house) }
}

/** Where somebody is signed in, and what was done with their account. */
function seeing({ clock }: House) {
  return {
    'GET /api/sessions': ({ actor, read }) =>
      read(async (tx) => ({ status: 'success' as const, items: await ownSessions(tx, clock, actor) })),
    'POST /api/end-session/:id': ({ actor, params, write }) =>
      write(async (tx) => {
        await endOwnSession(tx, clock, actor, params)
        return { message: 'That sign-in has ended.' }
      }),
    'POST /api/end-other-sessions': ({ actor, write }) =>
      write(async (tx) => {
        const ended = await endOtherSessions(tx, clock, actor)
        const said = ended === 0 ? 'There was no other sign-in.' : `Ended: ${countOf(ended, 'other sign-in')}.`
        return { message: actor.roles.length > 0 ? `${said} ${REQUESTS_ENDED}` : said }
      }),
    'POST /api/name-device/:id': ({ actor, params, body, write }) =>
      write(async (tx) => {
        await nameDevice(tx, actor, { ...params, ...body })
        return { message: 'The device has its name.' }
      }),
    'GET /api/activity': ({ actor, query, read }) =>
      read(async (tx) => asPage(await ownActivity(tx, actor, withPageSize(query)))),
  } satisfies Calls
}

/**
 * What asks for the present password, in a turn of the hashing queue. Sent again under its key it is answered before that
 * is asked for once more: by then it may be another. After closing an account nobody is signed in to hear it.
 */
function changing(house: House) {
  const { clock, passwords } = house
  return {
    'POST /api/change-password': (asked) => {
      const { actor, body, request, orAnswered, write } = asked
      return passwords.inTurn(request.address, (turn) =>
        orAnswered(async () => {
          const typed = { field: 'current_password', password: body.current_password }
          const { user, recipe } = await provePassword(house, turn, actor, typed, request)
          await refuseWeakPassword(body, user)
          const passwordHash = await turn.hash(body.password, recipe)
          refusePresentPassword(user, passwordHash)
          return withNewHalf(asked, (hand) =>
            write(async (tx) => {
              const input = { proven: user, passwordHash }
              const { half, follows } = await changePassword(tx, clock, actor, input, request)
              hand(half)
              const said = 'Your password is changed. Every other sign-in has ended.'
              return { message: follows === undefined ? said : `${said} ${follows}` }
            }),
          )
        }),
      )
    },
    'POST /api/begin-email-change': ({ actor, body: { email, password }, request, orAnswered, write }) =>
      passwords.inTurn(request.address, (turn) =>
        orAnswered(async () => {
          const { user } = await provePassword(house, turn, actor, { field: 'password', password }, request)
          return write(async (tx) => {
            await beginEmailChange(tx, clock, actor, { proven: user, email })
            return { message: 'A code is on its way to the new address.' }
          })
        }),
      ),
    'POST /api/begin-phone-change': ({ actor, body: { password, ...typed }, request, orAnswered, write }) => {
      const number = readMendedNumber(typed)
      return passwords.inTurn(request.address, (turn) =>
        orAnswered(async () => {
          const { user } = await provePassword(house, turn, actor, { field: 'password', password }, request)
          return write(async (tx) => {
            await beginPhoneChange(tx, clock, actor, { proven: user, ...number })
            return { message: 'A code is on its way to the new number.' }
          })
        }),
      )
    },
    'POST /api/close-account': async ({ actor, body: { password }, request, write, setCookie }) => {
      const reply = await passwords.inTurn(request.address, async (turn) => {
        const { user } = await provePassword(house, turn, actor, { field: 'password', password }, request)
        return write(async (tx) => {
          await closeAccount(tx, clock, actor, { proven: user }, request)
          return { message: 'Your account is closed.' }
        })
      })
      setCookie({ name: SESSION_COOKIE, value: null, httpOnly: true })
      return reply
    },
  } satisfies Calls
}

/** How the new address or number is proved, and the old one takes it back. */
function reaching({ db, clock, settings }: House) {
  const { appUrl } = settings
  return {
    'GET /api/contact-changes': ({ actor, read }) => read((tx) => pendingChanges(tx, actor)),
    'POST /api/confirm-email-change': ({ actor, body, request, orAnswered, write }) =>
      orAnswered(async () => {
        // The try is committed before anything else is, whatever comes of it.
        const right = await transaction(db, (tx) => checkChangeCode(tx, clock, actor, 'email', body.code))
        if (right instanceof Refusal) throw right
        return write(async (tx) => {
          await confirmChange(tx, clock, actor, { right, appUrl }, request)
          return { message: 'Your email address is changed. The old one can take it back for 72 hours.' }
        })
      }),
    'POST /api/confirm-phone-change': ({ actor, body, request, orAnswered, write }) =>
      orAnswered(async () => {
        const right = await transaction(db, (tx) => checkChangeCode(tx, clock, actor, 'phone', body.code))
        if (right instanceof Refusal) throw right
        return write(async (tx) => {
          await confirmChange(tx, clock, actor, { right, appUrl }, request)
          return { message: 'Your phone number is changed. The old one can take it back for 72 hours.' }
        })
      }),
    'POST /api/undo-contact-change': ({ body: { token }, request, write }) =>
      write(async (tx) => {
        await undoChange(tx, clock, { token, appUrl }, request)
        return {
          message:
            'Your account is taken back, and you are signed out everywhere. A link to choose a new password is on its way.',
        }
      }),
  } satisfies Calls
}
