import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditLine } from '#audit/contract.ts'
import { HOUR } from '#kit/clock.ts'
import { paletteOf } from '#settings/palette-rules.ts'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { flat, fromTelephone, grainy, huge, noPictures, SVG } from '../../test/support/pictures.ts'
import { unfolded } from '../../test/support/read-mail.ts'
import { giveRoles, mustBoth } from '../../test/support/roles.ts'
import { Visitor } from '../../test/support/visitor.ts'
import { WEB_FOLDER } from './web-build.ts'

const PINK = '#ff00aa'
const PAGES = ['/', '/register', '/terms', '/dashboard', '/admin-settings', '/setup?token=x']

/** A picture of text as wide as it says, dark or white on nothing. */
function wordmark(fill: string, width = 900): Promise<Buffer> {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="300"><rect x="60" y="60" width="${width - 120}" height="180" fill="${fill}"/></svg>`
  return sharp(Buffer.from(drawn)).png().toBuffer()
}

describe('the operator’s look', () => {
  let house: TestApp
  let owner: Visitor
  let second: Visitor
  let investor: Visitor

  beforeAll(async () => {
    house = await startTestApp()
    owner = await house.owner()
    ;[second, investor] = [house.visitor(), house.visitor()]
    await investor.join('amy')
  })
  afterAll(() => house.close())
  // nobody may do more than thirty things within an hour that every owner is told of
  beforeEach(() => house.clock.move(HOUR))

  const draw = (bytes: Uint8Array, who = owner, field = 'image') => {
    const form = new FormData()
    form.append(field, new Blob([Buffer.from(bytes)], { type: 'image/png' }), 'logo.png')
    return who.send('POST', '/api/draw-logo', form, Visitor.key())
  }
  const set = (value: unknown, who = owner, reason: unknown = 'Our own') =>
    who.post('/api/update-setting/look', { value, reason })
  const look = async () => {
    const { items } = (await owner.get('/api/admin/settings')).body
    return items.find(({ name }: { name: string }) => name === 'look')
  }
  const pageAt = async (path: string) => {
    const response = await fetch(house.url + path)
    return { html: await response.text(), policy: response.headers.get('content-security-policy') ?? '' }
  }
  const logos = () => house.app.db.selectFrom('logo').select(['hash', 'asked_for']).orderBy('hash').execute()

  test('where nothing is set, pages and manifest are the files of the build, byte by byte', async () => {
    for (const [path, file] of [
      ['/', 'prerendered/login.html'],
      ['/dashboard', 'prerendered/dashboard.html'],
      ['/manifest.webmanifest', 'manifest.webmanifest'],
    ] as const) {
      expect((await pageAt(path)).html).toBe(await readFile(join(WEB_FOLDER, file), 'utf8'))
    }
  })

  test.each(['red', '#12', 'rgb(1,2,3)', '#ff00aa;}', '</style><script>', '#FF00AA', '0'.repeat(32), ''])(
    'is not %s',
    async (value) => {
      expect(await set(value)).toMatchObject({ status: 422, body: { errors: { value: [expect.any(String)] } } })
      expect(await look()).toMatchObject({ value: null, changed: false, history: [] })
    },
  )

  test('is an owner’s alone, with both halves of the session', async () => {
    const picture = await flat(64).png().toBuffer()
    const half = house.visitor()
    half.keepSession(await half.post('/api/login', { email: owner.email, password: 'correct horse battery' }))
    half.cookies.clear()
    for (const [who, status] of [
      [investor, 403],
      [house.visitor(), 401],
      [half, 403],
    ] as const) {
      expect([(await draw(picture, who)).status, (await set(PINK, who)).status], who.email).toEqual([status, status])
    }
    expect([await look(), await logos()]).toMatchObject([{ value: null }, []])
  })

  test('takes a JPEG, PNG or WebP for a logo and nothing else', async () => {
    for (const [what, bytes] of Object.entries(noPictures())) {
      expect([what, (await draw(bytes)).body.errors]).toEqual([what, { image: [expect.any(String)] }])
    }
    expect((await draw(Buffer.from(SVG))).body.errors).toEqual({ image: ['Choose a JPEG, PNG or WebP picture.'] })
    expect((await draw(await huge('png'))).body.errors.image[0]).toContain('50 megapixels')
    const broken = (await grainy(300).png().toBuffer()).subarray(0, 20_000)
    expect((await draw(broken)).status).toBe(422)
    expect((await draw(await flat(64).png().toBuffer(), owner, 'logo')).status).toBe(422)
    expect(await logos()).toEqual([])
  })

  test('has a logo drawn anew, small, upright and on a ground on which it is seen', async () => {
    const shown = async (bytes: Uint8Array) => {
      const { hash, width, height } = (await draw(bytes)).body
      const response = await fetch(`${house.url}/logo/${hash}.png`)
      const file = Buffer.from(await response.arrayBuffer())
      expect(createHash('sha256').update(file).digest('hex').slice(0, 32)).toBe(hash)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      const { exif, hasAlpha, ...is } = await sharp(file).metadata()
      expect([exif, hasAlpha, is.width, is.height]).toEqual([undefined, false, width, height])
      expect([width <= 720, height <= 144, file.length < 100_000]).toEqual([true, true, true])
      const corner = await sharp(file).removeAlpha().raw().toBuffer()
      return { width, height, hash, corner: [...corner.subarray(0, 3)] }
    }
    expect((await shown(await wordmark('#14213d'))).corner).toEqual([255, 255, 255])
    expect(Math.max(...(await shown(await wordmark('#ffffff'))).corner)).toBeLessThan(40)
    await shown(await fromTelephone('jpeg'))
    await shown(await grainy(1500).png().toBuffer())
    const last = await shown(await flat(300, 300).webp().toBuffer())
    expect([last.width, last.height]).toEqual([144, 144])
    // what nobody has asked for does not pile up
    expect(await logos()).toEqual([{ hash: last.hash, asked_for: false }])
    const icon = Buffer.from(await (await fetch(`${house.url}/logo/${last.hash}-icon.png`)).arrayBuffer())
    expect(await sharp(icon).metadata()).toMatchObject({ width: 512, height: 512, format: 'png' })
    for (const none of ['x', `${'0'.repeat(32)}.png`, `${last.hash}.svg`, `..%2F${last.hash}.png`]) {
      expect((await fetch(`${house.url}/logo/${none}`)).status).toBe(404)
    }
  })

  test('is on every page before any script, and the policy lets in exactly its sheet', async () => {
    const { hash } = (await draw(await wordmark('#14213d'))).body
    expect((await set(`${PINK} ${hash}`)).status).toBe(200)
    expect((await set(`${PINK} ${hash}`)).status).toBe(409)
    for (const path of PAGES) {
      const { html, policy } = await pageAt(path)
      const [, sheet = ''] = /<style id="look">(.*?)<\/style><\/head>/s.exec(html) ?? []
      expect(sheet).toContain(`--brand:${paletteOf(PINK).light.brand};`)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(sheet).digest('base64')}'`)
      expect(policy).not.toContain('unsafe')
      expect(html).toContain(`<html lang="en" data-logo="/logo/${hash}.png" data-wordmark `)
      expect(html).toContain(`<link rel="icon" href="/logo/${hash}-icon.png">`)
    }
    expect((await pageAt('/')).html).toContain(`<img src="/logo/${hash}.png" alt="Plumb" class="size-9 logo">`)
    const manifest = await (await fetch(`${house.url}/manifest.webmanifest`)).json()
    expect(manifest).toMatchObject({
      theme_color: paletteOf(PINK).light.brand,
      icons: [{ src: `/logo/${hash}-icon.png` }, { purpose: 'maskable' }],
    })
    expect((await pageAt('/support')).html).toContain(`<img src="/logo/${hash}-icon.png"`)
    expect((await pageAt('/support/style.css')).html).toContain(paletteOf(PINK).dark.brand)
  })

  test('is a line of the log and a mail to every owner, with the colour and the logo before and after', async () => {
    const { value, history } = await look()
    const log: AuditLine[] = (await owner.get('/api/admin/audit?action=setting+changed')).body.items
    expect(log).toMatchObject([
      { action: 'setting changed', before: { look: null }, after: { look: value }, reason: 'Our own' },
    ])
    expect(history).toMatchObject([{ before: null, after: value }])
    const [, hash = ''] = value.split(' ')
    const mail = unfolded(await owner.newestMessage('.eml', owner.email, /^Subject: Change of a setting/m))
    expect(mail).toMatch(/^Setting: Color and logo\r?\nColor: Plumb’s green → #ff00aa\r?\nLogo: [0-9a-f]{32}\r?$/m)
    expect(mail).toContain(hash)
  })

  test('takes two where there are two, who see the logo that is asked for; it stays until they have decided', async () => {
    const before = await look()
    await second.join('rita')
    await giveRoles(owner, second, ['reviewer'])
    expect([(await draw(await flat(64).png().toBuffer(), second)).status, (await set(PINK, second)).status]).toEqual([
      403, 403,
    ])
    const { hash } = (await draw(await wordmark('#ffffff', 600))).body
    expect((await set(hash)).status).toBe(202)
    await draw(await flat(200).png().toBuffer())
    expect(await look()).toEqual(before)
    const [asked] = (await second.get('/api/admin/approvals')).body.items
    expect(asked).toMatchObject({
      ...{ kind: 'change setting', name: 'Color and logo', may_decide: true },
      changes: [
        { field: 'brand_colour', before: PINK, after: 'Plumb’s green' },
        { field: 'logo', before: before.value.split(' ')[1], after: hash },
      ],
    })
    expect((await fetch(`${house.url}/logo/${hash}.png`)).status).toBe(200)
    await second.must(`/api/agree-approval/${asked.id}`)
    expect((await look()).value).toBe(hash)
    await expect(house.app.db.deleteFrom('logo').where('hash', '=', hash).execute()).rejects.toThrow('stays')
    await mustBoth(owner, second, '/api/update-setting/look', { value: null, reason: 'As before' })
    expect((await pageAt('/')).html).toBe(await readFile(join(WEB_FOLDER, 'prerendered/login.html'), 'utf8'))
  })
})
