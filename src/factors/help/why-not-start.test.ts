import { expect, test } from 'vitest'
import { whyNotStart } from './why-not-start.ts'

const user: Parameters<typeof whyNotStart>[0]['user'] = { roles: [], kyc: 'approved' }
const asked = (kept: number, seen: number) =>
  ({ state: 'open', user, pictures: { kept, seen, check_id: null } }) as const

test('a wait begins once every picture has been looked at, and not before', () => {
  expect(whyNotStart(asked(3, 0))).toMatch(/^Look at every picture/)
  expect(whyNotStart(asked(3, 2))).toMatch(/^Look at every picture/)
  expect(whyNotStart(asked(3, 3))).toBeNull()
})

test('no wait begins where there is no picture to look at', () => {
  expect(whyNotStart(asked(0, 0))).toMatch(/^No picture/)
})
