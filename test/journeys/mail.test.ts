/** @module-tag thorough */
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWNER, type TestApp } from '../support/app.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import type { Visitor } from '../support/visitor.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { DESK, PHONE, type Walker } from '../support/browser.ts'
import { acknowledge, signIn } from '../support/walk.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const row = (page: Page, receiver: string) => page.getByRole('row').filter({ hasText: receiver })

describe('an operator writes mail', () => {
  let journey: Journey
  let reader: Visitor
  let walker: Walker
  let page: Page

  beforeAll(async () => {
    journey = await openJourney({ offer: false })
    reader = await journey.join('reader')
    walker = await journey.walker('dark')
    page = walker.page
    await signIn(page, OWNER.email, OWNER.password)
  })
  afterAll(async () => {
    expect(walker.complaints.filter((line) => !/status of 422/.test(line))).toEqual([])
    await journey.close()
  })

  test('to one address: what is wrong is said at its field, and nothing is sent', async () => {
    await page.goto('/admin-mail')
    await page.getByLabel('Receiver email').fill('ann@mail.plumb.test, eve@mail.plumb.test')
    await page.getByLabel('Mail Title').fill('Welcome <b>back</b>')
    await page.getByRole('button', { name: 'Send Mail' }).click()
    await page.getByText('Enter one email address, such as ann@example.com.').waitFor()
    await page.getByText('Enter the text of the mail.').waitFor()
    await expectAccessible(page, { whole: true })
  })

  test('the draft is still there after a reload, and the preview shows it as it will be read', async () => {
    await page
      .getByLabel('Content')
      .fill('Dear **Ann**,\n\n- [our page](https://plumb.example)\n- <script>alert(1)</script>')
    await page.reload()
    expect(await page.getByLabel('Mail Title').inputValue()).toBe('Welcome <b>back</b>')
    await tab(page, 'Preview')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.locator('strong', { hasText: 'Ann' }).waitFor()
    expect(await preview.getByRole('link', { name: 'our page' }).getAttribute('href')).toBe('https://plumb.example')
    await preview.getByText('<script>alert(1)</script>').waitFor()
    await expectAccessible(page)
    await preview.getByText('Plain text').click()
    await preview.getByText('- our page <https://plumb.example>').waitFor()
  })

  test('it arrives once, with both parts', async () => {
    await tab(page, 'Write')
    await page.getByLabel('Receiver email').fill('ann@mail.plumb.test')
    await page.getByRole('button', { name: 'Send Mail' }).click()
    expect(await acknowledge(page)).toContain('The mail to ann@mail.plumb.test is on its way.')
    const mail = await reader.newestMessage('.eml', 'ann@mail.plumb.test', /multipart\/alternative/)
    expect(mail).toContain('Dear Ann,')
    expect(mail).toContain('<strong>Ann</strong>')
    expect(await page.getByLabel('Content').inputValue()).toBe('')
  })

  test('to everybody: how many is said before and in a summary, and how far it is on the delivery list', async () => {
    await page.setViewportSize(DESK)
    await page.getByLabel('To', { exact: true }).selectOption('All users')
    await page.getByText('2 people will receive this').waitFor()
    await page.getByLabel('Mail Title').fill('To all')
    await page.getByLabel('Content').fill('# Hello')
    await page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Hello' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send Mail' }).click()
    const summary = page.getByRole('dialog', { name: 'Send to many' })
    await summary.getByText('2 people will receive this').waitFor()
    await expectAccessible(page)
    await summary.getByRole('button', { name: 'Send to 2 people' }).click()
    await acknowledge(page)
    await tab(page, 'Delivery')
    await page.getByText('All users, 2 people: 2 handed over').waitFor()
    await row(page, 'reader@mail.plumb.test').filter({ hasText: 'To all' }).getByText('In a file').waitFor()
    await expectAccessible(page)
  })

  test('the list is narrowed to what is looked for, on a phone too', async () => {
    await page.setViewportSize(PHONE)
    await page.getByLabel('Receiver or subject').fill('ANN@')
    await row(page, 'ann@mail.plumb.test').waitFor()
    await expect.poll(() => row(page, 'reader@mail.plumb.test').count()).toBe(0)
    await expectAccessible(page)
  })

  test('every mail that is sent by itself can be read, with an example', async () => {
    await page.goto('/admin-mail?tab=templates')
    await page.getByText('Investment approved').click()
    await page.getByText('Your investment of $1,250.00 was approved.').waitFor()
    await expectAccessible(page, { whole: true })
  })
})

describe('with a mail server that refuses', () => {
  let journey: Journey
  let house: TestApp
  let walker: Walker
  let page: Page
  let server: SMTPServer
  let received: { to: string[]; text: string }[]
  let refused: string | undefined

  beforeAll(async () => {
    received = []
    refused = 'ann@mail.plumb.test'
    server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: ({ address }, _session, done) =>
        done(address === refused ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
      onData(stream, { envelope }, done) {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          const text = Buffer.concat(parts).toString()
          // owners are told whenever they sign in on another device, as they do here
          if (!text.includes('Subject: New sign-in'))
            received.push({ to: envelope.rcptTo.map(({ address }) => address), text })
          done()
        })
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as AddressInfo
    journey = await openJourney({ offer: false, env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    house = journey.house
    walker = await journey.walker('light')
    page = walker.page
    await signIn(page, OWNER.email, OWNER.password)
  })
  afterAll(async () => {
    expect(walker.complaints).toEqual([])
    await journey.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })

  test('says on the open screen what the server said, and once it takes the mail, another try arrives', async () => {
    await page.goto('/admin-mail?tab=delivery')
    // the owner is told of their own sign-in, on a browser that their account has never been used in
    await row(page, OWNER.email).getByText('Handed over').waitFor()
    const owner = await house.owner()
    await owner.must('/api/send-mail', { title: 'Hello', content: 'Hello **Ann**', receiver: 'ann@mail.plumb.test' })
    const failed = row(page, 'ann@mail.plumb.test')
    await failed.getByText('Failed').waitFor()
    await failed.getByText(/550 no such user/).waitFor()
    expect(received).toEqual([])
    refused = undefined
    await failed.getByRole('button', { name: 'Try again: ann@mail.plumb.test' }).click()
    await acknowledge(page)
    await failed.getByText('Handed over').waitFor()
    expect(received.map(({ to }) => to)).toEqual([['ann@mail.plumb.test']])
    expect(received[0]?.text).toContain('Hello <strong>Ann</strong>')
  })

  test('a code that the server refuses cannot be tried again by anybody but its receiver', async () => {
    refused = 'newcomer@mail.plumb.test'
    await house.visitor().register('newcomer')
    const failed = row(page, 'newcomer@mail.plumb.test')
    await failed.getByText('It carried a code or a link. The receiver can ask for a new one.').waitFor()
    expect(await failed.getByRole('button').count()).toBe(0)
  })

  test('a mailing reaches everybody whom the server takes, each in a conversation of their own', async () => {
    const owner = await house.owner()
    received = []
    await owner.must('/api/send-mailing', { title: 'To all', content: 'Hello', segment: 'all' })
    await page.getByText('All users, 1 person: 1 handed over').waitFor()
    const subjects = () => received.map(({ text }) => /^Subject: (.*)\r$/m.exec(text)?.[1])
    expect(received.filter((_, n) => subjects()[n] === 'To all').map(({ to }) => to)).toEqual([[OWNER.email]])
    // And every owner hears of it.
    await expect.poll(() => new Set(subjects())).toEqual(new Set(['Mail to many: sent by first-owner', 'To all']))
  })
})
