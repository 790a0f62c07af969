import { describe, expect, test } from 'vitest'
import { checkNewPassword, mayCall } from './rules.ts'
import { kycMayBecome } from '#kyc/rules.ts'
import { checkEmail, checkName, countryCode, normaliseEmail } from '#users/rules.ts'

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

describe('a new password', () => {
  const amy = { name: 'amy-Miller84', email: 'a.carpenter+bank@Hollow-Oak.example' }

  test('has ten characters or more, counted as people count them', () => {
    expect(checkNewPassword('739462518')).not.toBeNull()
    expect(checkNewPassword('7394625180')).toBeNull()
    expect(checkNewPassword('🪜🧱🔨🪚📐📏🪛🔩⚙')).not.toBeNull()
    expect(checkNewPassword('🪜🧱🔨🪚📐📏🪛🔩⚙🧰')).toBeNull()
  })

  test.each([
    ...['aaaaaaaaaa', '0000000000', '🪜'.repeat(10), 'ababababab', 'AbcAbcAbcAbc', 'aaaaaaaaaa1!', '--------------'],
    ...['1234567890', '0123456789', '9876543210', '12345678901234', '12345678!!', 'abcdefghij', 'ZYXWVUTSRQ'],
    ...['abcdefgh12345678', 'qwertyuiop', 'QwErTyUiOp1!', 'poiuytrewq', 'asdfghjkl123', 'qwertyuiopasdfghjkl'],
    ...['qwertzuiop', 'azertyuiop99', '1qaz2wsx3edc', 'zxcvbnm2026!', '１２３４５６７８９０'],
  ])('is not %j, which repeats itself or follows a row', (password) => {
    expect(checkNewPassword(password)).toMatch(/repeated character or a sequence/)
  })

  test.each([
    ...['amy-miller84', 'amymiller84!', 'Miller2026!!', 'millermiller', '84-Miller-03-1', 'rellim12345', 'AmyMiller#1'],
    ...[
      'a.carpenter1',
      'Carpenter2026',
      'retneprac!1',
      'hollow-oak-1',
      'HollowOak2026',
      'a.carpenter+bank@hollow-oak.example',
    ],
    ...['plumb-plumb', 'Plumb20260301', 'miller_plumb', 'Ｍｉｌｌｅｒ２０２６'],
  ])('is not %j, which is made of whose it is', (password) => {
    expect(checkNewPassword(password, amy)).toMatch(/username, your email address or the name of this site/)
  })

  test.each([
    ...['correct horse battery', 'a plumb line hangs straight', 'the miller grinds it', 'Carpenter, 7 nails a day'],
    ...[
      'x9$kQ2!vLm',
      '5839201746',
      '!@#$%^&*()',
      'liberty bells',
      'mississippi mud',
      'привет, мир!',
      'miller 5839201746',
    ],
    ...['k7-abcde-Qw3x', 'banana bread'],
  ])('may be %j', (password) => {
    expect(checkNewPassword(password, amy)).toBeNull()
  })

  test('may hold what somebody else is called', () => {
    expect(checkNewPassword('Carpenter2026', { name: 'bob', email: 'bob@plumb.test' })).toBeNull()
    expect(checkNewPassword('Carpenter2026')).toBeNull()
  })
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
