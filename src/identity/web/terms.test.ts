import { expect, test } from 'vitest'
import { terms } from '#texts/terms.ts'
import { TERMS_VERSION } from '#settings/rules.ts'

test('whoever changes the terms counts their version up: people agreed to those of a version', async () => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(terms.join('\n')))
  const print = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  expect({ version: TERMS_VERSION, print: print.slice(0, 12) }).toEqual({ version: '2', print: 'e5f7945d8ba5' })
})

test('say what the wire shows an inviter of the invited (src/lists/lists.test.ts)', () => {
  const said = terms.filter((term) => term.startsWith('Whoever invited you sees'))
  expect(said).toHaveLength(1)
  for (const part of ['username', 'full e-mail address', 'its amount', 'when it was approved', 'changed', 'ended']) {
    expect(said[0]).toContain(part)
  }
})
