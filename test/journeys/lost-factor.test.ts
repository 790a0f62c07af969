/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#kit/clock.ts'
import { expectAccessibleEverywhere } from '../support/axe-findings.ts'
import { addApp, codeOf } from '../support/factors.ts'
import { askForCheck } from '../support/identity.ts'
import { DESK } from '../support/browser.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { acknowledge, logIn, PASSWORD, signIn } from '../support/walk.ts'

describe('somebody who has lost their second factor', () => {
  let journey: Journey
  let page: Page
  let complaints: string[]
  let investor: Visitor
  let other: Visitor
  let secret: string

  beforeAll(async () => {
    journey = await openJourney()
    ;[investor, other] = [await journey.join('investor'), await journey.join('other')]
    for (const who of [investor, other]) {
      await askForCheck(who)
      await journey.owner.must(`/api/approve-kyc/${who.id}`, {})
      ;({ secret } = await addApp(who, journey.house.clock.now(), { password: PASSWORD }))
    }
    const walker = await journey.walker('light')
    ;({ page, complaints } = walker)
  })
  afterAll(() => journey.close())

  const askAs = async (who: Visitor, note: string) => {
    await logIn(page, who.email, PASSWORD)
    await page.waitForURL('**/sign-in-factor**')
    await page.getByRole('button', { name: 'I’ve lost my authenticator and my codes' }).click()
    const reading = () => page.evaluate('document.activeElement.textContent')
    await expect.poll(reading).toBe('Lost your second factor?')
    await expectAccessibleEverywhere(page)
    await page.getByLabel('How can we reach you?').fill(note)
    await page.getByRole('button', { name: 'Ask for help' }).click()
    await expect.poll(reading).toBe('You’ve asked for help')
  }
  const linkIn = async (who: Visitor, containing: RegExp) => {
    const mail = await who.newestMessage('.eml', who.email, containing)
    return /http:\/\/localhost(\/stop-factor-help\?token=[\w-]{43})/.exec(mail)?.[1] ?? ''
  }

  test('asks for help where the second factor is asked for, and is told to use a recovery code first', async () => {
    await askAs(investor, 'Call me after six')
    await expectAccessibleEverywhere(page)
    await investor.newestMessage('.eml', investor.email, /stop-factor-help/)
  })

  test('is found on the desk, and helped by whoever has looked at their documents', async () => {
    const { page: desk, complaints: heard } = await journey.walker('dark')
    await desk.setViewportSize(DESK)
    await signIn(desk, journey.owner.email, PASSWORD)
    await desk.getByRole('heading', { name: 'Lost second factors' }).waitFor()
    await desk.getByRole('link', { name: /^investor.*asks for help/ }).click()
    const request = desk.getByRole('region', { name: 'Lost second factors' })
    await request.getByText('“Call me after six”').waitFor()
    await expectAccessibleEverywhere(desk)
    const form = desk.getByRole('dialog', { name: 'Start the 72-hour wait' })
    const start = async () => {
      await request.getByRole('button', { name: 'Start the 72-hour wait' }).click()
      await form.getByLabel('Reason').fill('The face on the call is that of the pictures.')
      await expectAccessibleEverywhere(desk)
      await form.getByRole('button', { name: 'Start the 72-hour wait' }).click()
    }
    // what keeps it from being begun is said before anything is typed
    await request.getByRole('button', { name: 'Start the 72-hour wait' }).click()
    await form.getByText('Look at every picture').waitFor()
    expect(await form.getByLabel('Reason').count()).toBe(0)
    await expectAccessibleEverywhere(desk)
    await form.getByRole('button', { name: 'Back' }).click()
    await request.getByRole('link', { name: 'approved identity check' }).click()
    await desk
      .getByRole('complementary', { name: 'Identity check' })
      .getByText('investor', { exact: true })
      .first()
      .waitFor()
    expect(await desk.getByRole('searchbox').inputValue()).toBe('')
    await desk.getByAltText('Front of the identity check').waitFor()
    await desk.getByAltText('Person of the identity check').waitFor()
    await desk.goto(`/view-account/${investor.id}`)
    await start()
    await acknowledge(desk)
    await request.getByText(/began the wait/).waitFor()
    // without a reload, once the mail is out
    await request
      .getByText(/^first-owner began the wait. The second factors are removed on \w+ \d+, \d+:\d\d/)
      .waitFor()
    await expectAccessibleEverywhere(desk)
    expect(heard.filter((line) => !line.includes('409'))).toEqual([])
  })

  test('stops it by the button behind the link of the mail, where it was somebody else', async () => {
    await askAs(other, '')
    const link = await linkIn(other, /stop-factor-help/)
    await page.goto('/stop-factor-help')
    await page.getByText('This link is not complete.').waitFor()
    await page.goto(link)
    await page.getByRole('heading', { name: 'Stop the request' }).waitFor()
    await expectAccessibleEverywhere(page)
    const state = async () => (await journey.owner.get(`/api/admin/factor-help?user=${other.id}`)).body.items
    expect(await state()).toHaveLength(1)
    await page.getByRole('button', { name: 'Stop it' }).click()
    await page.getByRole('heading', { name: 'Stopped' }).waitFor()
    await expectAccessibleEverywhere(page)
    expect(await state()).toEqual([])
    await page.goto(link)
    await page.getByRole('heading', { name: 'Stopped' }).waitFor()
    expect(await page.getByRole('button', { name: 'Stop it' }).count()).toBe(0)
    await journey.house.clock.move(MINUTE)
    const back = journey.house.visitor()
    await back.signIn(other.email, PASSWORD)
    const code = codeOf(secret, journey.house.clock.now())
    expect((await back.post('/api/login-factor', { code })).status).toBe(200)
  })

  test('a reason that is typed for one request is for no later one of the same person', async () => {
    const third = await journey.join('third')
    await askForCheck(third)
    await journey.owner.must(`/api/approve-kyc/${third.id}`, {})
    await addApp(third, journey.house.clock.now(), { password: PASSWORD })
    const ask = async () => {
      const browser = journey.house.visitor()
      await browser.signIn(third.email, PASSWORD)
      await browser.must('/api/ask-factor-help', { note: '' })
      return (await journey.owner.get(`/api/admin/factor-help?user=${third.id}`)).body.items[0].id
    }
    const first = await ask()
    const check = (await journey.owner.get(`/api/admin/checks?user=${third.id}`)).body.items[0].id
    const { page: desk } = await journey.walker('light')
    await desk.setViewportSize(DESK)
    await signIn(desk, journey.owner.email, PASSWORD)
    for (const [panel, title] of [
      ['refuse-factor-help', 'Refuse help'],
      ['start-factor-wait', 'Start the 72-hour wait'],
    ] as const) {
      const starts = panel === 'start-factor-wait'
      const before = starts ? await ask() : first
      for (const side of starts ? ['front', 'face'] : [])
        expect((await journey.owner.get(`/api/admin/check-document/${check}/${side}`)).status).toBe(200)
      await desk.goto(`/view-account/${third.id}?panel=${panel}`)
      const reason = desk.getByRole('dialog', { name: title }).getByLabel('Reason')
      await reason.fill('They hung up.')
      // the desk hears of neither until both have happened: no moment without a request comes between
      const both = Promise.withResolvers<void>()
      await desk.route('**/api/admin/factor-help?*', async (route) => {
        await both.promise
        await route.continue()
      })
      await journey.owner.must(`/api/refuse-factor-help/${before}`, { reason: 'Nobody answers.' })
      // a look at the moment that somebody asks is a look since
      await journey.house.clock.move(MINUTE)
      const later = await ask()
      expect(later).not.toBe(before)
      const heard = desk.waitForResponse(async (response) => {
        if (!response.url().includes('/api/admin/factor-help?')) return false
        return (await response.text()).includes(later)
      })
      both.resolve()
      await heard
      // of the later one nobody has looked at the pictures
      if (starts) await expect.poll(() => reason.count()).toBe(0)
      else await expect.poll(() => reason.inputValue()).toBe('')
      await desk.unrouteAll({ behavior: 'wait' })
      await journey.owner.must(`/api/refuse-factor-help/${later}`, { reason: 'Nobody answers.' })
    }
  })

  test('signs in with the password alone once 72 hours have passed', async () => {
    await journey.house.clock.move(72 * HOUR)
    for (const job of journey.house.app.jobs) if (job.name === 'remove lost factors') await job.run()
    await logIn(page, investor.email, PASSWORD)
    await page.waitForURL('**/dashboard')
    await page.goto('/security')
    await page.getByText('None yet. Your password alone protects your money.').waitFor()
    expect(complaints.filter((line) => !line.includes('409'))).toEqual([])
  })
})
