import { expect, test } from 'vitest'
import { terms } from '#messages/terms.ts'
import { TERMS_VERSION } from '#settings/rules.ts'

test('whoever changes the terms counts their version up: people agreed to those of a version', async () => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(terms.join('\n')))
  const print = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  expect({ version: TERMS_VERSION, print: print.slice(0, 12) }).toEqual({ version: '1', print: '5199aa1a2cc6' })
})
