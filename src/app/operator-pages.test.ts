import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { textOfPdf } from '../../test/support/pdf-text.ts'
import { unfolded } from '../../test/support/read-mail.ts'
import type { Visitor } from '../../test/support/visitor.ts'

const NAME = 'Müller & Söhne (Zürich)'
const WRITTEN = 'Müller &amp; Söhne (Zürich)'

describe('a house with another name', () => {
  let house: TestApp
  let owner: Visitor
  let other: Awaited<ReturnType<TestApp['second']>>

  beforeAll(async () => {
    house = await startTestApp({ env: { SMTP_URL: '' } })
    owner = await house.owner()
    other = await house.second()
  })
  afterAll(async () => {
    await other.stop()
    await house.close()
  })

  const pageAt = async (path: string, where = house.visitor()) => String((await where.get(path)).body)
  const PAGES = [
    '/',
    '/register',
    '/terms',
    '/dashboard',
    '/admin-settings',
    '/setup?token=x',
    '/invitation?referral=x',
  ]

  test('has the name of the program until it is changed, on pages as they were built', async () => {
    for (const path of PAGES) expect(await pageAt(path)).toMatch(/<html lang="en" data-product="Plumb"[ >]/)
    expect(await pageAt('/')).toMatch(/<title>[^<]*Plumb<\/title>/)
  })

  test('says it on every page at once, within a second in every process, before any script, and in no script', async () => {
    const scripts = (html: string) => [...html.matchAll(/<script>.*?<\/script>/gs)].map(([script]) => script)
    const before = await pageAt('/')
    await pageAt('/', other.visitor())
    await owner.must('/api/update-setting/platform_name', { value: NAME, reason: 'Our name' })
    expect(await pageAt('/')).toContain(WRITTEN)
    // another process hears of it with the live events
    await expect.poll(() => pageAt('/', other.visitor()), { timeout: 1000 }).toContain(WRITTEN)
    for (const where of [house.visitor(), other.visitor()]) {
      for (const path of PAGES) {
        const html = await pageAt(path, where)
        expect(html).toContain(`<html lang="en" data-product="${WRITTEN}"`)
        expect(html.replaceAll(/<(script|style)>.*?<\/\1>/gs, '')).not.toContain('Plumb')
      }
    }
    const html = await pageAt('/')
    expect(html).toMatch(new RegExp(`<title>[^<]*${WRITTEN.replaceAll(/[()]/g, '\\$&')}</title>`))
    expect(scripts(html)).toEqual(scripts(before))
    expect((await owner.get('/api/terms')).body.content).toContain(`newest investments on ${NAME}:`)
  })

  test('says it in the manifest, at Support, in mail, in text messages and in files', async () => {
    const manifest = await (await fetch(`${house.url}/manifest.webmanifest`)).json()
    expect(manifest).toMatchObject({ name: NAME, short_name: NAME, id: '/' })
    expect(await pageAt('/support')).toContain(`Back to ${WRITTEN}`)
    const amy = house.visitor()
    await amy.join('amy')
    const mail = unfolded(await amy.newestMessage('.eml', amy.email, /Welcome to/))
    expect(mail).toContain(`Welcome to ${NAME}, amy.`)
    expect(await amy.newestMessage('.txt', amy.phone, /code/)).toContain(`Your ${NAME} phone code:`)
    const { items } = (await owner.get('/api/admin/templates')).body
    expect(JSON.stringify(items)).toContain(`You have a ${NAME} account`)
    expect(JSON.stringify(items)).not.toMatch(/Plumb|\u{F8FE}/u)
    expect((await amy.get('/api/export')).body.about[0]).toContain(`This is what ${NAME} keeps about you`)
    const pdf = await fetch(`${house.url}/api/statement.pdf?from=2026-02-01&to=2026-03-01&zone=UTC&account=all`, {
      headers: {
        authorization: `Bearer ${amy.bearer}`,
        cookie: [...amy.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    expect(pdf.status).toBe(200)
    expect(textOfPdf(new Uint8Array(await pdf.arrayBuffer()))).toContain(NAME)
  })

  test('registers whoever opened the page before others were published only once they have seen those', async () => {
    expect(await pageAt('/register')).not.toContain('data-terms')
    await owner.must('/api/publish-terms', { content: 'Our own terms', summary: 'Shorter', follows: 2 })
    expect(await pageAt('/register')).toMatch(/<html lang="en" data-product="[^"]+" data-terms="3"/)
    expect(await pageAt('/terms')).toContain('<p class="text-ink-2">Our own terms</p>')
  })

  test.each([['<b>x</b>'], ['a\u202Eb'], ['x'.repeat(41)], ['Рlumb'], [''], ['a"b'], ['line\nline'], ['ＰＬＵＭＢ']])(
    'is not called %s',
    async (value) => {
      expect((await owner.post('/api/update-setting/platform_name', { value, reason: 'x' })).status).toBe(422)
    },
  )
})
