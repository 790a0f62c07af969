/** Which calls ask for a fresh proof by a second factor, by rule. */
import { expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import type { Call } from '#kit/wire.ts'

const calls = Object.entries<Call>(contract)
const OF_ADMINISTRATORS = ['administrator', 'reviewer', 'owner']

/** Acts of administrators that need none, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  'POST /api/admin/check-books': 'looks at the books and changes nothing',
  'POST /api/admin/check-payouts': 'looks at a file and changes nothing',
  'POST /api/admin/preview-investment/:id': 'shows what would change and changes nothing',
  'POST /api/admin/preview-withdrawal/:id': 'shows what would change and changes nothing',
  'POST /api/preview-mail': 'shows a mail and sends nothing',
  'POST /api/draw-logo': 'draws a picture and keeps nothing; the setting is what counts',
  'POST /api/save-filter': 'of their own list alone',
  'POST /api/rename-filter/:id': 'of their own list alone',
  'POST /api/remove-filter/:id': 'of their own list alone',
  'POST /api/save-what-if': 'a calculation that administrators read',
  'POST /api/remove-what-if/:id': 'a calculation that administrators read',
  'POST /api/make-proof': 'shows what is owed and changes nothing of it',
  'POST /api/note-user/:id': 'a note that administrators read',
  'POST /api/retry-message/:id': 'sends what was written before, to whom it was written',
  'POST /api/stop-mailing/:id': 'only stops something: nobody should look for a phone to stop a theft',
  'POST /api/refuse-approval/:id': 'only stops something',
  'POST /api/refuse-factor-help/:id': 'only stops something',
  'POST /api/withdraw-approval/:id': 'only stops something',
  'POST /api/withdraw-invitation/:id': 'only stops something',
  'POST /api/sign-out-everywhere/:id': 'only stops something',
}

/** Calls of investors that move money and take none out of the account, and why. */
const STAYS_INSIDE: Readonly<Record<string, string>> = {
  'POST /api/save-investment': 'begins an investment that is still to be paid, or works with their own bonus',
  'POST /api/verify-investment/:tranx_id': 'says that a payment was made',
  'POST /api/cancel-investment/:id': 'gives up an investment that was not paid',
  'POST /api/reinvest-investment/:id': 'leaves the money at work',
  'POST /api/set-at-end/:id': 'says whether the money stays at work',
  'POST /api/cancel-withdrawal/:id': 'gives back what was to go out',
}

test('every act of an administrator asks for a fresh second factor, but for those that are named', () => {
  const acts = calls.filter(([key, { who }]) => key.startsWith('POST') && OF_ADMINISTRATORS.includes(who))
  expect(acts.length).toBeGreaterThan(40)
  expect(
    acts
      .filter(([, { stepUp }]) => stepUp !== true)
      .map(([key]) => key)
      .toSorted(),
  ).toEqual(Object.keys(WITHOUT).toSorted())
})

test('whatever takes money out of an account does, but for those that are named', () => {
  const moving = calls.filter(([, { who, movesMoney }]) => who === 'investor' && movesMoney === true)
  expect(
    moving
      .filter(([, { stepUp }]) => stepUp !== true)
      .map(([key]) => key)
      .toSorted(),
  ).toEqual(Object.keys(STAYS_INSIDE).toSorted())
  expect(moving.filter(([, { stepUp }]) => stepUp === true).map(([key]) => key)).toContain('POST /api/withdraw')
})

test('every change of a second factor does, and what gives somebody roles', () => {
  const factors = /^POST \/api\/(begin|add)-(passkey|authenticator)$|-recovery-codes$|-factor\/:id$|accept-roles$/
  const changes = calls.filter(([key]) => factors.test(key))
  expect(changes).toHaveLength(8)
  expect(changes.filter(([, { stepUp }]) => stepUp !== true)).toEqual([])
})

test('so does handing in an identity check, since whose face is in it is helped with lost factors', () => {
  expect(contract['POST /api/kyc'].stepUp).toBe(true)
})

test('it is asked of nobody who could not answer: of people who are signed in, in sessions of two halves', () => {
  const asking = calls.filter(([, { stepUp }]) => stepUp === true)
  expect(asking.length).toBeGreaterThan(35)
  expect(
    asking.filter(([, { who, bothHalves }]) => who === 'anyone' || who === 'registrant' || bothHalves !== true),
  ).toEqual([])
})

test('what stays open to whoever has yet to add a factor is what it takes, to see how it stands, and to leave', () => {
  expect(
    calls
      .filter(([, { beforeFactor }]) => beforeFactor === true)
      .map(([key]) => key)
      .toSorted(),
  ).toEqual([
    ...['GET /api/activity', 'GET /api/archive', 'GET /api/contact-changes', 'GET /api/events', 'GET /api/factors'],
    ...['GET /api/notifications', 'GET /api/own-terms', 'GET /api/sessions', 'GET /api/user'],
    'POST /api/accept-terms',
    'POST /api/add-authenticator',
    'POST /api/add-passkey',
    'POST /api/begin-authenticator',
    'POST /api/begin-passkey',
    'POST /api/logout',
  ])
})
