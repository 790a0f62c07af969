import { userOfAttempt } from '#identity/await-factor.ts'
import { ATTEMPT_COOKIE, type OpenedSession, sessionCookies } from '#identity/cookies.ts'
import { withNewHalf } from '#identity/new-half.ts'
import { openedReply } from '#identity/opened-reply.ts'
import { needsFactor } from '#identity/rules.ts'
import type { Passwords } from '#identity/passwords.ts'
import type { Clock } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import type { Database, Tx } from '#kit/database.ts'
import { countAttempt } from '#kit/limit.ts'
import type { CallContext, Routes, SetCookie } from '#kit/routes.ts'
import { readTransaction } from '#kit/transaction.ts'
import { userOnWire, type UserRow } from '#users/find.ts'
import { FROM_YOUR_NETWORK } from '#identity/limits.ts'
import { addAuthenticator, beginAuthenticator } from './add-authenticator.ts'
import { addPasskey, beginPasskey } from './add-passkey.ts'
import { askToSignIn, CHALLENGE_LASTS, sessionOf } from './challenge.ts'
import type { factorsContract } from './contract.ts'
import { refuseWithoutProof } from './first-factor.ts'
import { passkeyLoginLimits, signInFactorLimits, stepUpLimits } from './limits.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { readProof } from './prove.ts'
import { askFactorHelp } from './help/ask-help.ts'
import { refuseFactorHelp, startFactorWait } from './help/decide-help.ts'
import { goingHelp } from './help/read.ts'
import { overByLink, stopFactorHelp } from './help/stop-help.ts'
import { readFactors } from './read.ts'
import { relyingPartyOf, requestOptions } from './relying-party.ts'
import { removeFactor } from './remove.ts'
import { renameFactor } from './rename.ts'
import { HELP_HOURS } from './rules.ts'
import { completeSignIn, signInWithPasskey } from './sign-in.ts'
import { beginStepUp, proveAnew } from './step-up.ts'
import { tryFactor } from './try-factor.ts'

/** Remembers, http-only, which challenge a passkey is to answer that signs in. */
const PASSKEY_COOKIE = 'plumb_passkey'

type Calls = Partial<Routes<typeof factorsContract>>
type House = { db: Database; clock: Clock; settings: Settings; passwords: Passwords }

/**
 * The calls of this slice. What answers a secret is written under no key, so that none of it stays: the secret of an app,
 * recovery codes, a session, its new half. Nor is a challenge, which is another each time.
 */
export function factorsRoutes(house: House): Routes<typeof factorsContract> {
  return { ...adding(house), ...keeping(house), ...steppingUp(house), ...signingIn(house), ...helping(house) }
}

function adding(house: House) {
  const { clock } = house
  const { appUrl } = house.settings
  const party = relyingPartyOf(appUrl)
  return {
    'POST /api/begin-passkey': async (asked) => {
      await refuseWithoutProof(house, asked.actor, asked.body.password, asked.request)
      return asked.writeUnkept(async (tx) => ({ options: await beginPasskey(tx, clock, asked.actor, party) }))
    },
    'POST /api/add-passkey': (asked) =>
      withNewHalf(asked, (hand) =>
        asked.write(async (tx) => {
          const input = { ...asked.body, party, appUrl }
          const { factor, half } = await addPasskey(tx, clock, asked.actor, input, asked.request)
          hand(half)
          return { message: 'Your passkey is added.', factor }
        }),
      ),
    'POST /api/begin-authenticator': async (asked) => {
      await refuseWithoutProof(house, asked.actor, asked.body.password, asked.request)
      return asked.writeUnkept((tx) => beginAuthenticator(tx, clock, asked.actor))
    },
    'POST /api/add-authenticator': (asked) =>
      withNewHalf(asked, (hand) =>
        asked.write(async (tx) => {
          const input = { ...asked.body, appUrl }
          const { factor, half } = await addAuthenticator(tx, clock, asked.actor, input, asked.request)
          hand(half)
          return { message: 'Your authenticator app is added.', factor }
        }),
      ),
  } satisfies Calls
}

function keeping({ clock, settings }: House) {
  return {
    'GET /api/factors': (asked) =>
      asked.read(async (tx) => ({
        ...(await readFactors(tx, clock, asked.actor)),
        required: needsFactor(settings, asked.actor.roles),
      })),
    'POST /api/make-recovery-codes': (asked) =>
      asked.writeUnkept(async (tx) => {
        const codes = await makeRecoveryCodes(tx, clock, asked.actor, asked.request)
        return { message: 'Keep these codes in a safe place. They are shown only now.', codes }
      }),
    'POST /api/rename-factor/:id': (asked) =>
      asked.write(async (tx) => {
        await renameFactor(tx, clock, asked.actor, { ...asked.params, ...asked.body })
        return { message: 'The name is changed.' }
      }),
    'POST /api/remove-factor/:id': (asked) =>
      asked.write(async (tx) => {
        const keepsLast = settings.investorSecondFactor === 'required'
        await removeFactor(tx, clock, asked.actor, { ...asked.params, keepsLast }, asked.request)
        return { message: 'The second factor is removed.' }
      }),
  } satisfies Calls
}

function steppingUp({ db, clock, settings }: House) {
  const party = relyingPartyOf(settings.appUrl)
  return {
    'POST /api/begin-step-up': (asked) => asked.writeUnkept((tx) => beginStepUp(tx, clock, asked.actor, party)),
    'POST /api/step-up': (asked) => {
      const proof = readProof(asked.body)
      const limits = stepUpLimits(asked.actor.userId, sessionOf(asked.actor))
      return withNewHalf(asked, (hand) =>
        tryFactor({ db, clock }, { proof, by: { actor: asked.actor }, limits }, (settle) =>
          asked.writeUnkept(async (tx) => {
            const { until, half } = await proveAnew(tx, clock, asked.actor, { proof, party })
            hand(half)
            await settle(tx)
            return { message: 'Confirmed.', stepped_up_until: until.toISOString() }
          }),
        ),
      )
    },
  } satisfies Calls
}

function signingIn({ db, clock, settings }: House) {
  const party = relyingPartyOf(settings.appUrl)
  return {
    'POST /api/begin-passkey-login': async (asked) => {
      const options = requestOptions(party)
      const token = { value: '' }
      const reply = await asked.writeUnkept(async (tx) => {
        await countAttempt(tx, clock, passkeyLoginLimits(asked.request.address), FROM_YOUR_NETWORK)
        token.value = await askToSignIn(tx, clock, options.challenge)
        return { options }
      })
      asked.setCookie({ ...passkeyCookie(token.value), maxAgeSeconds: CHALLENGE_LASTS / 1000 })
      return reply
    },
    'POST /api/passkey-login': (asked) =>
      opening(asked, (tx) => {
        const input = { answer: asked.body.passkey, token: asked.request.cookies[PASSKEY_COOKIE], party }
        return signInWithPasskey(tx, clock, input, asked.request)
      }),
    'POST /api/login-factor': async (asked) => {
      const proof = readProof(asked.body)
      const { cookies } = asked.request
      const attempt = { token: cookies[ATTEMPT_COOKIE], email: asked.body.email }
      const { userId, limits } = await readTransaction(db, async (tx) => {
        const user = await userOfAttempt(tx, clock, attempt)
        return { userId: user.id, limits: await signInFactorLimits(tx, user, asked.request) }
      })
      const by = { userId, request: asked.request }
      return tryFactor({ db, clock }, { proof, by, limits }, (settle) =>
        opening(asked, async (tx) => {
          const input = { proof, attempt, asked: cookies[PASSKEY_COOKIE], party }
          const signedIn = await completeSignIn(tx, clock, input, asked.request)
          await settle(tx)
          return signedIn
        }),
      )
    },
  } satisfies Calls
}

/** Help for whoever has lost their factors. What takes a cookie or a token of a link is written under no key. */
function helping({ clock, settings: { appUrl } }: House) {
  return {
    'POST /api/ask-factor-help': ({ body, request, writeUnkept }) =>
      writeUnkept(async (tx) => {
        const { note, email } = body
        const attempt = { token: request.cookies[ATTEMPT_COOKIE], email }
        await askFactorHelp(tx, clock, { note, attempt, appUrl }, request)
        return { message: 'We’ve mailed you, and an administrator will look at your request.' }
      }),
    'POST /api/stop-factor-help': ({ body, request, writeUnkept }) =>
      writeUnkept(async (tx) => {
        await stopFactorHelp(tx, clock, { ...body, appUrl }, request)
        return { message: 'The request is stopped. Choose a new password now: whoever asked knows yours.' }
      }),
    'POST /api/check-stop-link': ({ body: { token }, read }) =>
      read(async (tx) => ({ status: 'success' as const, over: await overByLink(tx, token) })),
    'GET /api/admin/factor-help': ({ actor, query, read }) =>
      read(async (tx) => ({ status: 'success' as const, items: await goingHelp(tx, actor, query) })),
    'POST /api/start-factor-wait/:id': ({ actor, params, body, write }) =>
      write(async (tx) => {
        await startFactorWait(tx, clock, actor, { ...params, ...body, appUrl })
        return { message: `The wait has begun. After ${HELP_HOURS} hours the second factors are removed.` }
      }),
    'POST /api/refuse-factor-help/:id': ({ actor, params, body, write }) =>
      write(async (tx) => {
        await refuseFactorHelp(tx, clock, actor, { ...params, ...body })
        return { message: 'The request is refused.' }
      }),
  } satisfies Calls
}

type Opening = CallContext<(typeof factorsContract)['POST /api/passkey-login' | 'POST /api/login-factor']>

/** Opens a session, and hands the browser its cookies once that is committed. */
async function opening(
  asked: Pick<Opening, 'writeUnkept' | 'setCookie'>,
  signIn: (tx: Tx) => Promise<{ user: UserRow; session: OpenedSession }>,
) {
  let cookies: SetCookie[] = []
  const reply = await asked.writeUnkept(async (tx) => {
    const { user, session } = await signIn(tx)
    cookies = [...sessionCookies(session), passkeyCookie(null)]
    return openedReply(tx, 'ok', session.bearer, userOnWire(user))
  })
  cookies.forEach(asked.setCookie)
  return reply
}

function passkeyCookie(value: string | null): SetCookie {
  return { name: PASSKEY_COOKIE, value, httpOnly: true }
}
