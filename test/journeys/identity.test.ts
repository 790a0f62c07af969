/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { madeUpPapers } from '../../scripts/made-up-papers.ts'
import { expectAccessibleEverywhere } from '../support/axe-findings.ts'
import { DESK, openBrowser, openWalker, PHONE, type Walker } from '../support/browser.ts'
import { askForCheck } from '../support/identity.ts'
import { addPictures, typePassport, typePerson } from '../support/identity-steps.ts'
import { inPage } from '../support/in-page.ts'
import { keptOnDevice } from '../support/kept-on-device.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { acknowledge, PASSWORD, signIn } from '../support/walk.ts'

describe('an identity check, with a camera', () => {
  let journey: Journey
  let browser: Awaited<ReturnType<typeof openBrowser>>
  let walker: Walker
  let page: Page
  let investor: Visitor

  beforeAll(async () => {
    journey = await openJourney()
    browser = await openBrowser({ camera: true })
    investor = await journey.join('investor')
    walker = await openWalker(browser, journey.house.url, 'dark')
    page = walker.page
    await signIn(page, investor.email, PASSWORD)
  })
  afterAll(async () => {
    await walker.context.close()
    await browser.close()
    await journey.close()
  })

  /** Whether all of a picture is seen at once with the box beside which its person's word is ticked. */
  const inView = (of: Page, side: string) =>
    inPage(
      of,
      `const parts = [document.querySelector('[aria-label="Picture: ${side}"]'), document.querySelector('[name=word_matches]')]
      parts[1].scrollIntoView({ block: 'center' })
      return parts.every((part) => {
        const { left, top, bottom, width, height } = part.getBoundingClientRect()
        const seen = document.elementFromPoint(left + width / 2, top + height / 2)
        return top >= 0 && bottom <= innerHeight && (part === seen || part.contains(seen) || part.parentElement.contains(seen))
      })`,
    )
  const focusedLabel = () => inPage(page, 'return document.activeElement.labels[0].innerText')
  const step = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })

  test('says at its field what is wrong with a step, and keeps what was typed', async () => {
    await page.goto('/kyc')
    await page.getByLabel('Full legal name').fill('Anna Example')
    await page.getByLabel('Birth date').fill('2020-01-01')
    await page.getByLabel('Nationality').selectOption('US')
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await acknowledge(page, 'Failed')
    await step('About you').getByText('You have to be 18 or older.').waitFor()
    expect(await page.getByLabel('Full legal name').inputValue()).toBe('Anna Example')
    await expectAccessibleEverywhere(page)
  })

  test('asks of a document for what it has, and says what is missing at its fields alone', async () => {
    await page.getByLabel('Birth date').fill('')
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await step('About you').getByText('Enter a date.').waitFor()
    await typePerson(page, 1)
    const open = step('Document').first()
    await open.getByText('Identity card', { exact: true }).click()
    await open.getByRole('button', { name: 'Save and continue' }).click()
    await open.getByText('Enter the lines, or choose “It has no such lines”.').waitFor()
    expect(await focusedLabel()).toBe('Issued by')
    await open.getByRole('button', { name: 'It has no such lines' }).click()
    await open.getByRole('button', { name: 'Save and continue' }).click()
    for (const said of ['Choose a country.', 'Enter the number of your document.', 'Enter a date.']) {
      await open.getByText(said).waitFor()
    }
    await open.getByRole('button', { name: 'It has machine-readable lines' }).click()
    await open.getByText('Driver’s license', { exact: true }).click()
    expect(await open.getByLabel('Machine-readable lines').count()).toBe(0)
    await open.getByLabel('Issued by').selectOption('US')
    await open.getByLabel('Document number').fill('D123-4567')
    await open.getByLabel('Expires on').fill('2040-01-31')
    await open.getByRole('button', { name: 'Save and continue' }).click()
    await step('Back of your document').waitFor()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Change: Document' }).click()
    await open.getByText('Passport', { exact: true }).click()
  })

  test('goes on where it was left', async () => {
    await typePassport(page, 1)
    await step('Front of your document').getByRole('button', { name: 'Use the camera' }).waitFor()
    await page.reload()
    await step('Front of your document').getByRole('button', { name: 'Use the camera' }).waitFor()
    expect(await step('Document').first().innerText()).toContain('Done')
    // nothing that was typed comes back to the page
    expect(await page.locator('body').innerText()).not.toContain('Springfield')
  })

  test('is no wider than a phone while an address or the lines of a passport are changed', async () => {
    const wide = () => page.evaluate('document.documentElement.scrollWidth')
    const { details } = await madeUpPapers(1)
    await page.getByRole('button', { name: 'Change: Address' }).click()
    await page.getByLabel('Street and number').fill(details['street'] ?? '')
    expect(await wide(), 'with an address').toBe(PHONE.width)
    await page.reload()
    await page.getByRole('button', { name: 'Change: Document' }).click()
    await page.getByLabel('Machine-readable lines').fill(details['mrz'] ?? '')
    expect(await wide(), 'with two lines of 44 characters').toBe(PHONE.width)
    await page.reload()
  })

  test('takes a picture with the camera, which is off again afterwards', async () => {
    await step('Front of your document').getByRole('button', { name: 'Use the camera' }).click()
    await page.getByLabel('What the camera sees').waitFor()
    await page.getByRole('button', { name: 'Take picture' }).click()
    await page.getByAltText('The picture that will be sent').waitFor()
    expect(await page.locator('video').count()).toBe(0)
    await page.getByRole('button', { name: 'Take another' }).click()
    const dark = await madeUpPapers(2)
    const input = step('Front of your document').getByLabel('Choose a file')
    await input.setInputFiles({ name: 'no.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
    await page.getByText('This file can’t be opened as a picture. Choose another one.').waitFor()
    await input.setInputFiles({ name: 'one.jpg', mimeType: 'image/jpeg', buffer: dark.pictures.front })
    await page.getByAltText('The picture that will be sent').waitFor()
    await expectAccessibleEverywhere(page)
    await page.getByRole('button', { name: 'Take another' }).click()
  })

  test('says where the camera is refused that a file can be chosen', async () => {
    await walker.context.clearPermissions()
    await inPage(
      page,
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))`,
    )
    await step('Front of your document').getByRole('button', { name: 'Use the camera' }).click()
    await page.getByText('Your browser blocks the camera.').waitFor()
    await page.reload()
  })

  test('shows the word of the day, and submits what is whole', async () => {
    await addPictures(page, 1)
    await page.getByRole('heading', { name: 'Submitted' }).waitFor()
    await expectAccessibleEverywhere(page)
    expect((await investor.get('/api/kyc')).body.state).toBe('submitted')
    expect(walker.complaints.filter((line) => !line.includes('422'))).toEqual([])
    // nothing that was handed in stays on the device: a borrowed one is given back
    const [kept, { details }] = [await keptOnDevice(page), await madeUpPapers(1)]
    expect(kept).toContain(investor.email)
    const { legal_name, birth_date, street, mrz = '' } = details
    const handedIn = [legal_name, birth_date, street, mrz.split('\n')[1]].map(String)
    for (const text of handedIn) expect(kept).not.toContain(text)
  })

  test('a reviewer sees pictures and claim side by side, rejects with a reason, and approves the next one', async () => {
    const { page: desk, complaints } = await journey.walker('light')
    await desk.setViewportSize(DESK)
    await signIn(desk, journey.owner.email, PASSWORD)
    await desk.goto('/admin-kyc')
    await desk.getByRole('button', { name: 'investor', exact: true }).click()
    await desk.getByText('Anna Example').waitFor()
    await desk.getByAltText('Front of the identity check').waitFor()
    await desk.getByAltText('Person of the identity check').waitFor()
    await desk.getByRole('button', { name: 'Zoom in Front' }).click()
    await desk.getByRole('button', { name: 'Turn Front' }).click()
    await expectAccessibleEverywhere(desk)
    const panel = await desk.getByRole('complementary', { name: 'Identity check' }).boundingBox()
    for (const part of [desk.getByText('Anna Example'), desk.getByRole('button', { name: 'Zoom in Front' })]) {
      const box = await part.boundingBox()
      expect((box?.x ?? Infinity) + (box?.width ?? 0), 'ends within the panel').toBeLessThanOrEqual(
        (panel?.x ?? 0) + (panel?.width ?? 0),
      )
    }
    await desk.getByRole('button', { name: 'Reject', exact: true }).last().click()
    await desk.getByLabel('Reason').selectOption('unreadable')
    await desk.getByText(/We can’t read your document/).waitFor()
    await desk.getByRole('button', { name: 'Reject investor' }).click()
    await page.getByRole('heading', { name: 'Rejected' }).waitFor()
    await page.getByText(/We can’t read your document/).waitFor()
    await addPictures(page, 1)
    await desk.goto('/admin-kyc')
    await desk.getByRole('button', { name: 'investor', exact: true }).click()
    await desk.getByAltText('Front of the identity check').waitFor()
    await desk.getByRole('button', { name: 'Zoom in Front' }).click()
    await desk.getByRole('button', { name: 'Approve investor' }).click()
    const form = desk.getByRole('complementary', { name: 'Approve identity check' })
    // what is to be ticked begins above what the foot says, with a line more in it than where lists are imported
    await form.getByRole('checkbox').last().waitFor()
    const ticks = await form.getByRole('checkbox').all()
    const boxes = await Promise.all(ticks.map((tick) => tick.boundingBox()))
    const foot = await form.getByText('After approval investor can invest and withdraw.').boundingBox()
    for (const box of boxes) expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(foot?.y ?? 0)
    await form.getByRole('button', { name: 'Approve investor' }).click()
    await form.getByText('Tick all four, or reject the check.').waitFor()
    // what is wrong is said where it pushes none of them away
    expect(await Promise.all(ticks.map((tick) => tick.boundingBox()))).toEqual(boxes)
    expect(await form.getByRole('checkbox', { description: 'Tick all four, or reject the check.' }).count()).toBe(1)
    await form.getByText('No list has been imported, so nothing was compared.').waitFor()
    expect(await form.getByRole('link', { name: 'Import a list' }).getAttribute('href')).toBe('/list-users?tab=lists')
    // the picture that was zoomed is still there, beside what is ticked
    expect(await form.getByRole('button', { name: 'Zoom out Front' }).isEnabled()).toBe(true)
    expect(await inView(desk, 'Front')).toBe(true)
    await desk.setViewportSize(PHONE)
    // it stays where it was opened
    expect(await form.getByRole('button', { name: 'Zoom out Front' }).isEnabled()).toBe(true)
    expect(await inView(desk, 'Front')).toBe(true)
    await expectAccessibleEverywhere(desk)
    await desk.setViewportSize(DESK)
    for (const box of await form.getByRole('checkbox').all()) await box.check()
    await form.getByRole('button', { name: 'Approve investor' }).click()
    await page.getByRole('heading', { name: 'Approved' }).waitFor()
    const views = await journey.owner.get('/api/admin/audit?q=view')
    expect(views.status).toBe(200)
    expect(complaints).toEqual([])
    await desk.setViewportSize(PHONE)
  })

  test('what is ticked on the account is for the check whose pictures are shown, and for no later one', async () => {
    const other = await journey.join('other')
    await askForCheck(other)
    const { page: desk } = await journey.walker('light')
    await signIn(desk, journey.owner.email, PASSWORD)
    await desk.goto(`/view-account/${other.id}?panel=approve-kyc`)
    const form = desk.getByRole('dialog', { name: 'Approve identity check' })
    await form.getByAltText('Front of the identity check').waitFor()
    for (const box of await form.getByRole('checkbox').all()) await box.check()
    // another administrator decides meanwhile, and the person hands in other pictures
    await journey.owner.must(`/api/decline-kyc/${other.id}`, { code: 'unreadable' })
    await form.getByText('No identity check of other is waiting for a decision.').waitFor()
    expect(await form.getByRole('button', { name: 'Approve other' }).count()).toBe(0)
    await askForCheck(other)
    await form.getByAltText('Front of the identity check').waitFor()
    expect(await form.getByRole('checkbox', { checked: true }).count()).toBe(0)
    const [{ id }] = (await journey.owner.get(`/api/admin/checks?user=${other.id}&status=submitted`)).body.items
    for (const box of await form.getByRole('checkbox').all()) await box.check()
    const sent = desk.waitForRequest('**/api/approve-kyc/*')
    await form.getByRole('button', { name: 'Approve other' }).click()
    expect((await sent).url()).toContain(id)
  })
})
