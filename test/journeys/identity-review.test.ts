/** @module-tag thorough */
/** A reviewer works through identity checks, on a phone and at a desk: what is fetched, where it begins, what stays. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '#kit/transaction.ts'
import { screenPerson } from '#screening/screen-person.ts'
import { expectAccessibleEverywhere } from '../support/axe-findings.ts'
import { DESK, PHONE } from '../support/browser.ts'
import { askForCheck, prepareCheck } from '../support/identity.ts'
import { inPage } from '../support/in-page.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { importFiles, ofacXml } from '../support/screening-lists.ts'
import type { Visitor } from '../support/visitor.ts'
import { PASSWORD, signIn } from '../support/walk.ts'

describe('a reviewer of identity checks', () => {
  let journey: Journey
  let page: Page
  let complaints: string[]
  let people: Visitor[]
  /** What was fetched of pictures. */
  let fetched: string[] = []

  beforeAll(async () => {
    journey = await openJourney({ offer: false })
    people = []
    for (const name of ['amy', 'ben', 'cara']) {
      const person = await journey.join(name)
      // an address of several lines, beside pictures
      await prepareCheck(person, { street: '1234 Northern Embankment of the Old Harbour, Building 12, Entrance B' })
      await person.must('/api/kyc', {})
      people.push(person)
    }
    ;({ page, complaints } = await journey.walker('light'))
    page.on('request', (request) => {
      if (request.url().includes('/api/admin/check-document/')) fetched.push(new URL(request.url()).pathname)
    })
    await page.setViewportSize(PHONE)
    await signIn(page, journey.owner.email, PASSWORD)
  })
  afterAll(async () => {
    expect(complaints).toEqual([])
    await journey.close()
  })

  const views = async (of: Visitor | undefined) => {
    const path = `/api/admin/audit?action=view identity document&q=${of?.email}&limit=100`
    const { items } = (await journey.owner.get(path)).body
    return items.map(({ after }: { after: { document: string } }) => after.document).toSorted()
  }
  const picture = (side = 'Front') => page.getByAltText(`${side} of the identity check`)
  const panel = (name = 'Identity check') =>
    page.getByRole('dialog', { name }).or(page.getByRole('complementary', { name }))
  const open = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await picture().waitFor()
    await picture('Person').waitFor()
  }
  /** All that is ticked stands above what the foot says, which is longest where no list was imported. */
  const expectAllTicks = async (form: ReturnType<typeof panel>, name: string) => {
    await form.getByText('No list has been imported').waitFor()
    const foot = await form.getByText(`After approval ${name} can`).boundingBox()
    for (const tick of await form.locator('fieldset label').all()) {
      const box = await tick.boundingBox()
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan((foot?.y ?? 0) - 16)
    }
  }
  const scrolled = () => inPage(page, `return document.querySelector('[role=dialog]').scrollTop`) as Promise<number>

  test.each([
    ['a phone', PHONE, 0],
    ['a laptop', DESK, 1],
  ] as const)('on %s fetches each picture of a check once, and keeps its zoom and turn', async (where, size, n) => {
    await page.setViewportSize(size)
    await page.goto('/admin-kyc')
    fetched = []
    const person = people[n]
    const name = ['amy', 'ben'][n] ?? ''
    await open(name)
    await page.getByRole('button', { name: 'Zoom in Front' }).click()
    await page.getByRole('button', { name: 'Turn Front' }).click()
    // to the next picture, to what is ticked, back, and to the form that rejects
    await picture('Person').scrollIntoViewIfNeeded()
    // something else comes meanwhile
    const later = await journey.join(`later-${n}`)
    await askForCheck(later)
    await page.getByRole('button', { name: `Approve ${name}` }).click()
    const form = panel('Approve identity check')
    await form.getByRole('checkbox').last().waitFor()
    if (size === DESK) await expectAllTicks(form, name)
    await form.getByRole('checkbox').first().check()
    await form.getByRole('button', { name: 'Back' }).click()
    await panel().getByRole('button', { name: 'Reject' }).click()
    await panel('Reject identity check').getByLabel('Reason').waitFor()
    await panel('Reject identity check').getByRole('button', { name: 'Back' }).click()
    await panel()
      .getByRole('button', { name: `Approve ${name}` })
      .waitFor()
    expect(await page.getByRole('button', { name: 'Zoom out Front' }).isEnabled(), where).toBe(true)
    expect(await picture().getAttribute('style'), where).toContain('rotate: 90deg')
    expect(fetched.length, `${where}: ${fetched.join(' ')}`).toBe(2)
    expect(await views(person)).toEqual(['face', 'front'])
  })

  test('turns the window, and the pictures of the open check are not fetched again', async () => {
    await page.setViewportSize(DESK)
    await page.goto('/admin-kyc')
    fetched = []
    for (const [name, sizes] of [
      ['amy', [PHONE, DESK]],
      ['ben', [DESK, PHONE]],
    ] as const) {
      await page.setViewportSize(sizes[1])
      await open(name)
      await page.getByRole('button', { name: 'Zoom in Front' }).click()
      for (const size of sizes) {
        await page.setViewportSize(size)
        // what is drawn for the width is there, and still zoomed
        await page.waitForFunction(`innerWidth === ${size.width}`)
        await picture().waitFor()
        expect(await page.getByRole('button', { name: 'Zoom out Front' }).isEnabled()).toBe(true)
        await expectAccessibleEverywhere(page)
      }
      expect(fetched.length, fetched.join(' ')).toBe(name === 'amy' ? 2 : 4)
      await page.getByRole('button', { name: 'Close' }).click()
    }
  })

  test('leaves no address of a picture in the page once it is drawn or left', async () => {
    await page.setViewportSize(DESK)
    await page.goto('/admin-kyc')
    await inPage(
      page,
      `window.made = new Set()
      const { createObjectURL, revokeObjectURL } = URL
      URL.createObjectURL = (what) => {
        const address = createObjectURL.call(URL, what)
        made.add(address)
        return address
      }
      URL.revokeObjectURL = (address) => {
        made.delete(address)
        revokeObjectURL.call(URL, address)
      }`,
    )
    const left = () => inPage(page, 'return made.size')
    await open('amy')
    await expect.poll(left).toBe(0)
    // the second is left before its pictures are there
    const held = Promise.withResolvers<void>()
    await page.route('**/api/admin/check-document/**', async (route) => {
      await held.promise
      await route.continue()
    })
    const sides = ['front', 'face'].map((side) => `**/check-document/*/${side}`)
    const asked = Promise.all(sides.map((side) => page.waitForRequest(side)))
    const came = Promise.all(sides.map((side) => page.waitForResponse(side)))
    await page.getByRole('button', { name: 'ben', exact: true }).click()
    await panel().getByText('ben@').waitFor()
    await asked
    await page.getByRole('button', { name: 'Close' }).click()
    held.resolve()
    await came
    await page.unrouteAll({ behavior: 'wait' })
    await open('cara')
    await expect.poll(left).toBe(0)
  })

  test('on a phone opens the next check at its top', async () => {
    await page.setViewportSize(PHONE)
    await page.goto('/admin-kyc')
    await open('amy')
    await page.getByRole('button', { name: 'Approve amy' }).click()
    const form = panel('Approve identity check')
    const approve = form.getByRole('button', { name: 'Approve amy' })
    // without a touch all that is ticked stands below the pictures, and the button on the screen
    const top = async () => (await form.getByRole('checkbox').first().boundingBox())?.y ?? 0
    const pictures = await form.getByRole('region', { name: 'Picture: Front' }).boundingBox()
    const bottom = async () => {
      const box = await approve.boundingBox()
      return (box?.y ?? Infinity) + (box?.height ?? 0)
    }
    await expect.poll(bottom).toBeLessThanOrEqual(PHONE.height)
    expect(await top()).toBeGreaterThan((pictures?.y ?? 0) + (pictures?.height ?? 0))
    await approve.click()
    expect(await form.getByText('Tick all four').count()).toBe(1)
    // what is said below the first of them pushes the button down, and no further than to the end of the screen
    await expect.poll(bottom).toBeLessThanOrEqual(PHONE.height)
    await expectAccessibleEverywhere(page)
    for (const box of await form.getByRole('checkbox').all()) await box.check()
    expect(await scrolled()).toBeGreaterThan(100)
    await approve.click()
    await panel().getByText('ben', { exact: true }).first().waitFor()
    await picture().waitFor()
    await expect.poll(scrolled).toBe(0)
  })

  test('is told on the overview, in the menu and on the users of a list match that waits', async () => {
    const waits = page.getByRole('link', { name: /List matches.*to review/ })
    await page.goto('/dashboard')
    const count = async () => (await waits.innerText()).split('\n')[0]
    await expect.poll(count).toBe('0')
    const list = ofacXml([{ uid: '1', first: 'Karim', last: 'Zorbeki', born: '1961-02-03' }])
    expect((await importFiles(journey.owner, [list])).status).toBe(200)
    await transaction(journey.house.app.db, (tx) =>
      screenPerson(tx, journey.house.clock, people[2]?.id ?? '', [{ name: 'Karim Zorbecki', birthDate: '1961-02-03' }]),
    )
    // without a word from anybody
    await expect.poll(count).toBe('1')
    await expectAccessibleEverywhere(page)
    const users = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^1 waiting Users$/ })
    await users.waitFor()
    await page.setViewportSize(DESK)
    await users.click()
    await page.getByRole('link', { name: 'Sanctions lists 1 to review' }).waitFor()
    await expectAccessibleEverywhere(page)
    await page.goto('/dashboard')
    await waits.click()
    await page.getByRole('button', { name: /^cara: / }).waitFor()
  })

  test.each([
    ['phone', PHONE],
    ['laptop', DESK],
  ] as const)('on a %s is led from Approve to the match that comes first', async (_where, size) => {
    await page.setViewportSize(size)
    await page.goto('/admin-kyc')
    await open('cara')
    const way = panel().getByRole('link', { name: 'Review the match' })
    await way.scrollIntoViewIfNeeded()
    await expectAccessibleEverywhere(page)
  })
})
