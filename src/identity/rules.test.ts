import { describe, expect, test } from 'vitest'
import { checkEmail, checkName, checkNewPassword, countryCode, kycMayBecome, mayCall, normaliseEmail } from './rules.ts'

describe('names', () => {
  test.each(['amy', 'Amy_B-7', 'a'.repeat(30), '123', '---'])('%s can be used', (name) => {
    expect(checkName(name)).toBeNull()
  })
  test.each(['', 'am', 'a'.repeat(31), 'a my', 'amy!', 'ämy', 'amy\n', 'a.b.c', 'аmy'])('%j cannot', (name) => {
    expect(checkName(name)).toEqual(expect.any(String))
  })
})

describe('e-mail addresses', () => {
  test.each(['amy@plumb.test', "o'hara+news@mail.example.org", 'a@b.co', 'x_y@xn--mnchen-3ya.de'])(
    '%s is one',
    (email) => {
      expect(checkEmail(email)).toBeNull()
    },
  )
  test.each([
    '',
    'amy',
    'amy@',
    '@plumb.test',
    'amy@plumb',
    'amy@@plumb.test',
    'amy@plumb..test',
    'amy.@plumb.test',
    '.amy@plumb.test',
    'amy@-plumb.test',
    'amy@plumb.test,eve@plumb.test',
    'amy@plumb.test\r\nbcc:eve@plumb.test',
    'amy <amy@plumb.test>',
    'amy b@plumb.test',
    `${'a'.repeat(65)}@plumb.test`,
    `amy@${'a'.repeat(64)}.test`,
    `amy@${'a.'.repeat(130)}test`,
    'amy@127.0.0.1',
  ])('%j is none', (email) => {
    expect(checkEmail(email)).toEqual(expect.any(String))
  })
  test('are compared without case and blanks around them', () => {
    expect(normaliseEmail('  Amy@Plumb.TEST ')).toBe('amy@plumb.test')
  })
})

test('a password has ten characters or more, counted as people count them', () => {
  expect(checkNewPassword('123456789')).not.toBeNull()
  expect(checkNewPassword('1234567890')).toBeNull()
  expect(checkNewPassword('🪜'.repeat(9))).not.toBeNull()
  expect(checkNewPassword('🪜'.repeat(10))).toBeNull()
})

test('a country is read by its code or its English name, without regard to case', () => {
  expect(['us', 'US', 'united states', ' Germany '].map(countryCode)).toEqual(['US', 'US', 'US', 'DE'])
  expect(['', 'ZZ', 'EU', 'XX', 'U', 'Atlantis'].map(countryCode)).toEqual([null, null, null, null, null, null])
})

test('each kind of call asks for its roles, and a kind that the table does not name is nobody’s', () => {
  const kinds = ['investor', 'administrator', 'reviewer', 'owner', 'anyone', 'registrant'] as const
  const who = (roles: Parameters<typeof mayCall>[1]) => kinds.filter((kind) => mayCall(kind, roles))
  expect(who([])).toEqual(['investor'])
  expect(who(['support'])).toEqual(['investor', 'administrator'])
  expect(who(['reviewer'])).toEqual(['investor', 'administrator', 'reviewer'])
  expect(who(['owner'])).toEqual(['investor', 'administrator', 'reviewer', 'owner'])
  expect(who(['support', 'reviewer'])).toEqual(['investor', 'administrator', 'reviewer'])
})

test('an identity check moves along its life only, and an approved one stays', () => {
  const states = ['none', 'submitted', 'approved', 'rejected'] as const
  const moves = states.flatMap((from) => states.filter((to) => kycMayBecome(from, to)).map((to) => `${from} → ${to}`))
  expect(moves).toEqual(['none → submitted', 'submitted → approved', 'submitted → rejected', 'rejected → submitted'])
})
