import { expect, test } from 'vitest'
import { dayOf } from '#ui/times.ts'
import { credentialInWords } from './user-view.ts'

test('the day of a credential is written as the days beside it, and is the same day', () => {
  // one day in UTC, another in some of the zones
  for (const credential_at of ['2026-11-03T12:00:00.000Z', '2026-11-03T23:30:00.000Z', '2026-11-03T00:30:00.000Z']) {
    const words = (enc_copy: string) => credentialInWords({ enc_copy, credential_at })
    expect(words('Protected · set 3 Nov 2026')).toBe(`Protected · set ${dayOf(credential_at)}`)
    expect(words('Reset link sent 3 Nov 2026')).toBe(`Reset link sent ${dayOf(credential_at)}`)
    expect(words('Reset required')).toBe('Reset required')
  }
})
