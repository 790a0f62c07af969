import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DEFAULT_TERMS, termsHtml } from '#settings/terms-rules.ts'
import { TERMS_VERSION } from '#settings/version-rules.ts'
import { TermsText } from '#settings/web/terms-text.tsx'

const terms = DEFAULT_TERMS.split('\n').map((line) => line.replace(/^\d+\. /, ''))

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

test('stand in the page before its scripts as they do after them, and nothing that was typed becomes HTML', () => {
  const typed = `# <script>alert(1)</script>\n\n<img src=x onerror="alert('1')"> & more\n\n- a\n- b\n\n1. c\n## d`
  for (const content of [DEFAULT_TERMS, typed]) {
    expect(termsHtml(content)).toBe(renderToStaticMarkup(createElement(TermsText, { content })))
  }
  expect(termsHtml(typed)).not.toMatch(/<(script|img)/)
})
