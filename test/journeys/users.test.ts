/** @module-tag thorough */
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#kit/clock.ts'
import { OWNER, type TestApp } from '../support/app.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { giveRoles, invitationFor } from '../support/roles.ts'
import type { Visitor } from '../support/visitor.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { DESK, PHONE, type Walker } from '../support/browser.ts'
import { drawn } from '../support/hold-back.ts'
import { acknowledge, PASSWORD, signIn, toastOn } from '../support/walk.ts'

const REASON = 'Somebody else has the password'

/** An owner looks after users; the investor and the colleague have browsers of their own. */
describe('an owner who looks after users', () => {
  let journey: Journey
  let house: TestApp
  let investor: Visitor
  let walker: Walker
  let theirs: Walker
  let page: Page
  let account: string

  beforeAll(async () => {
    journey = await openJourney({ offer: false, env: { KYC: 'off' } })
    house = journey.house
    investor = await journey.join('investor')
    await journey.join('ines')
    account = `/view-account/${investor.id}`
    walker = await journey.walker('light')
    theirs = await journey.walker('light')
    page = walker.page
    await signIn(page, OWNER.email, OWNER.password)
    await signIn(theirs.page, investor.email, PASSWORD)
  })
  afterAll(() => journey.close())

  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const panel = (name: string) => page.getByRole('dialog', { name })

  test('blocks somebody’s sign-in with a reason: their open page is signed out live', async () => {
    await page.goto('/list-users')
    await page.getByRole('link', { name: 'View user investor' }).click()
    await press('Block sign-in')
    const block = panel('Block sign-in')
    await block.getByText('The money stays theirs').waitFor()
    await expectAccessible(page)
    await block.getByLabel('Reason').fill(REASON)
    await block.getByRole('button', { name: 'Block sign-in' }).click()
    await toastOn(page).getByRole('button', { name: 'Dismiss' }).focus()
    await page.getByText(`Blocked since Mar 1, 2026: ${REASON}`).waitFor()
    await theirs.page.getByText('You were signed out.').waitFor()
  })

  test('what was done to one user names them on the page of another', async () => {
    const toast = toastOn(page)
    // it stays under the focus, and for a while from when that leaves it
    await toast.getByRole('button', { name: 'Dismiss' }).focus()
    expect(await toast.innerText()).toMatch(/^Sign-in is blocked/)
    await page.getByRole('link', { name: 'Back to the users' }).press('Enter')
    await page.getByRole('link', { name: 'View user ines' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'ines' }).waitFor()
    expect(await toast.innerText()).toMatch(/^investor: Sign-in is blocked/)
    await acknowledge(page)
  })

  test('who knows the password is told why at the sign-in, and the list shows who is blocked', async () => {
    await theirs.page.getByLabel('Email', { exact: true }).fill(investor.email)
    await theirs.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await theirs.page.getByRole('button', { name: 'Login' }).click()
    const failed = theirs.page.getByRole('alertdialog', { name: 'Failed' })
    await failed.getByText(`Sign-in to this account is blocked. The reason: ${REASON}.`).waitFor()
    await failed.getByRole('button', { name: 'Okay' }).click()
    await page.goto('/list-users')
    await page.getByRole('tab', { name: 'Blocked' }).click()
    await page.getByRole('table', { name: 'Users' }).getByText('Blocked').first().waitFor()
    await page.getByRole('link', { name: 'View user investor' }).waitFor()
    await expectAccessible(page)
  })

  test('unblocks it, and the password is as it was', async () => {
    await page.goto(account)
    await press('Unblock sign-in')
    const unblock = panel('Unblock sign-in')
    await unblock.getByText(REASON).waitFor()
    await unblock.getByLabel('Reason').fill('It was changed')
    await unblock.getByRole('button', { name: 'Unblock sign-in' }).click()
    await acknowledge(page)
    await signIn(theirs.page, investor.email, PASSWORD)
  })

  test('writes a note, which stays', async () => {
    await page.goto(account)
    await press('Write a note')
    const notes = panel('Notes')
    await notes.getByLabel('Note').fill('Called about the password')
    await notes.getByRole('button', { name: 'Save note' }).click()
    await notes.getByRole('article').getByText('Called about the password').waitFor()
    await expectAccessible(page)
    await page.goto(account)
    await page.getByRole('article').getByText('Called about the password').waitFor()
  })

  test('sends a reset link, which goes to the user alone', async () => {
    await house.clock.move(MINUTE)
    await press('Send reset link')
    await panel('Send reset link').getByRole('button', { name: 'Send reset link' }).click()
    const said = await acknowledge(page)
    expect(said).not.toContain('token')
    await page.getByText('Reset link sent Mar 1, 2026').first().waitFor()
    await investor.newestMessage('.eml', investor.email, /reset-password\?token=/)
  })

  test('tops up with a reason and a category, which the investor reads', async () => {
    await press('Top up')
    const topUp = panel('Top up')
    await topUp.getByText('Earnings Wallet', { exact: true }).last().waitFor()
    await topUp.getByLabel('Amount').fill('12.50')
    // what it does, before the press
    await topUp.getByText(/^\$[\d,.]+ → \$[\d,.]+$/).waitFor()
    await topUp.getByText(/^After this, we owe .* \$12\.50 more\./).waitFor()
    await topUp.getByText('Goodwill').click()
    await topUp.getByLabel('Reason').fill('For the trouble')
    await topUp.getByRole('button', { name: 'Top up $12.50' }).click()
    await acknowledge(page)
    await page.getByText('$12.50').first().waitFor()
    await theirs.page.goto('/dashboard?panel=notifications')
    await theirs.page.getByText('Goodwill: For the trouble').first().waitFor()
  })

  test('invites a colleague, who proves the address and accepts, and is at the desk', async () => {
    await page.goto('/list-users?tab=administrators')
    await press('Invite an administrator')
    const invite = panel('Invite an administrator')
    await invite.getByLabel('Email').fill('colleague@mail.plumb.test')
    await invite.getByLabel(/^support/i).check()
    await invite.getByLabel('Reason').fill('Answers the telephone')
    await expectAccessible(page)
    await invite.getByRole('button', { name: 'Send invitation' }).click()
    await acknowledge(page)
    await page.getByText('1 open invitation').waitFor()

    const colleague = await journey.join('colleague')
    const link = `/accept-roles?token=${await invitationFor(colleague)}`
    const walk = await journey.walker('light')
    await walk.page.goto(link)
    await walk.page.getByText('Sign in with the email address this invitation was sent to').waitFor()
    await walk.page.getByText('You are invited to help run Plumb as support.').waitFor()
    await expectAccessible(walk.page)
    await walk.page.getByRole('link', { name: 'Login' }).click()
    await walk.page.getByLabel('Email', { exact: true }).fill(colleague.email)
    await walk.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await walk.page.getByRole('button', { name: 'Login' }).click()
    await walk.page.getByText(colleague.email).waitFor()
    expect(walk.page.url()).toBe(house.url + link)
    await walk.page.getByText('You are invited to help run Plumb as support.').waitFor()
    await expectAccessible(walk.page)
    await walk.page.getByRole('button', { name: 'Accept' }).click()
    await walk.page.getByText('Currently using Admin account for').waitFor()
    await walk.page.goto(link)
    await walk.page.getByText('This invitation no longer works.').waitFor()
    expect(walk.complaints).toEqual([])
    await walk.context.close()

    await page.getByText('No open invitations').waitFor()
    await page.getByRole('table', { name: 'Users' }).getByText('support').waitFor()
  })

  test('withdraws an invitation, whose link no longer works', async () => {
    await press('Invite an administrator')
    const invite = panel('Invite an administrator')
    await invite.getByLabel('Email').fill('investor@mail.plumb.test')
    await invite.getByLabel(/^reviewer/i).check()
    await invite.getByLabel('Reason').fill('By mistake')
    await invite.getByRole('button', { name: 'Send invitation' }).click()
    await acknowledge(page)
    const token = await invitationFor(investor)
    await page.getByRole('button', { name: 'Withdraw the invitation of investor@mail.plumb.test' }).click()
    await panel('Withdraw invitation').getByRole('button', { name: 'Withdraw', exact: true }).click()
    await acknowledge(page)
    await page.getByText('No open invitations').waitFor()
    await theirs.page.goto(`/accept-roles?token=${token}`)
    await theirs.page.getByText('This invitation no longer works.').waitFor()
  })

  test('is offered nothing of an administrator’s roles while a decision about them waits, and is told what waits', async () => {
    const owner = await house.owner()
    const [reviewer, other] = [house.visitor(), house.visitor()]
    await reviewer.join('rita')
    await other.join('olga')
    await giveRoles(owner, reviewer, ['reviewer'])
    await giveRoles(owner, other, ['owner'])
    await owner.must(`/api/block-user/${reviewer.id}`, { reason: REASON })
    const asked = await owner.post(`/api/unblock-user/${reviewer.id}`, { reason: 'It was changed' })
    expect(asked.status).toBe(202)
    await page.goto('/dashboard')
    await page.getByRole('link', { name: /^Unblock sign-in of rita/ }).click()
    const request = page.getByRole('region', { name: 'Waiting for a second approver' })
    await request.getByText('You have asked to unblock this administrator’s sign-in').waitFor()
    const buttons = ['Unblock sign-in', 'Change roles'].map((name) => page.getByRole('button', { name, exact: true }))
    for (const button of buttons) expect(await button.count()).toBe(0)
    expect(await owner.post(`/api/set-roles/${reviewer.id}`, { roles: ['support'] })).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^A decision about this administrator waits for a second approver\./) },
    })
    await request.getByRole('button', { name: 'Withdraw my request' }).click()
    await acknowledge(page)
    for (const button of buttons) await button.waitFor()
    expect((await owner.post(`/api/set-roles/${reviewer.id}`, { roles: ['support'] })).status).toBe(202)
    await request.getByText('You have asked for a change of this administrator’s roles').waitFor()
    for (const button of buttons) expect(await button.count()).toBe(0)
  })

  test('sees the list of administrators on a desk also while an invitation waits for a second owner', async () => {
    const owner = await house.owner()
    const invitation = { email: 'third@mail.plumb.test', roles: ['owner'], reason: 'A colleague' }
    expect((await owner.post('/api/invite-administrator', invitation)).status).toBe(202)
    await page.setViewportSize(DESK)
    await page.goto('/list-users?tab=administrators')
    const request = page.getByRole('region', { name: 'Waiting for a second approver' })
    await request.getByText('third@mail.plumb.test').waitFor()
    const list = page.getByRole('table', { name: 'Users' })
    await list.getByText('rita').first().waitFor()
    const box = await list.locator('..').boundingBox()
    // room for five rows and more
    expect(box?.height).toBeGreaterThan(240)
    await expectAccessible(page)
  })

  describe('in a list of two hundred', () => {
    const ROW = 'View user many-150'
    const link = () => page.getByRole('link', { name: ROW, exact: true })
    const top = async () => Math.round((await link().boundingBox())?.y ?? NaN)
    const focused = () => page.evaluate('document.activeElement.textContent')

    beforeAll(async () => {
      const database = new pg.Client({ connectionString: house.databaseUrl })
      await database.connect()
      await database.query(`
        INSERT INTO app_user (id, name, email, phone, country, password_hash, password_set_at, terms_version, terms_accepted_at, created_at)
        SELECT gen_random_uuid(), 'many-' || n, 'many-' || n || '@mail.plumb.test', '+12025550100', 'US', 'none', now(), '1', now(), timestamptz '2025-01-01' + n * interval '1 hour'
        FROM generate_series(1, 200) AS n`)
      await database.query(`
        INSERT INTO account (owner_id, kind, side, floor, created_at)
        SELECT person.id, kind, -1, 0, now()
        FROM app_user AS person, unnest('{earnings,referral,bonus,invested,withdrawing}'::text[]) AS kind
        WHERE person.name LIKE 'many-%'`)
      await database.end()
    })

    /** Brings a row into view that is far down, as somebody does who scrolls. */
    async function scrollToRow(step: number) {
      await page.getByRole('row').nth(2).waitFor()
      while ((await link().count()) === 0) {
        await page.evaluate(
          `(document.querySelector('[data-scroll-restoration-id]') ?? document.scrollingElement).scrollTop += ${step}`,
        )
        await drawn(page)
      }
      await link().evaluate((row) => row.scrollIntoView({ block: 'center' }))
      let before = NaN
      // rows that come into view are measured with the next frame, and move those below them
      await expect
        .poll(async () => {
          const was = before
          await drawn(page)
          before = await top()
          return was === before
        })
        .toBe(true)
      return before
    }

    test.each([
      ['a desk', DESK, 400],
      ['a phone', PHONE, 900],
    ])(
      'on %s, opens somebody far down, and is back at the same row by Back and after a reload',
      async (_, size, step) => {
        await page.setViewportSize(size)
        // the same address again would be a reload, after which the list is brought back to where it was left
        await page.goto('about:blank')
        await page.goto('/list-users?q=many&sort=oldest')
        await page.getByText('200 found').waitFor()
        const place = await scrollToRow(step)
        // anywhere on the row
        await page.getByRole('row').filter({ has: link() }).getByText('$0.00').first().click()
        await page.waitForURL('**/view-account/*')
        await page.getByRole('heading', { level: 1, name: 'many-150' }).waitFor()
        const atPlace = async () => {
          await expect.poll(async () => Math.abs((await top()) - place)).toBeLessThan(3)
        }
        await page.goBack()
        await atPlace()
        await expect.poll(focused).toBe(ROW)
        expect(new URL(page.url()).search).toBe('?q=many&sort=oldest')
        await page.reload()
        await atPlace()
        await page.keyboard.press('Enter')
        await page.waitForURL('**/view-account/*')
        // after a reload nothing of the list is left here but where it was
        await page.reload()
        await page.getByRole('heading', { level: 1, name: 'many-150' }).waitFor()
        await page.getByRole('link', { name: 'Back to the users' }).press('Enter')
        await atPlace()
        await expect.poll(focused).toBe(ROW)
        await page.setViewportSize(DESK)
      },
    )

    test('a filter is saved under a name, found again as a chip, renamed and removed', async () => {
      await page.goto('/list-users?q=many-1&sort=oldest')
      await page.getByRole('button', { name: 'Save this filter' }).click()
      const saved = page.getByRole('dialog', { name: 'Saved filters' })
      await saved.getByLabel('Name').fill('Ones')
      await expectAccessible(page, { message: 'saving a filter' })
      await saved.getByRole('button', { name: 'Save', exact: true }).click()
      await saved.waitFor({ state: 'detached' })
      await page.goto('/list-users?tab=blocked')
      const chip = (name: string) =>
        page.getByRole('list', { name: 'Saved filters' }).getByRole('button', { name, exact: true })
      await chip('Ones').click()
      await page.waitForURL((url) => url.search === '?q=many-1&sort=oldest')
      await expect.poll(() => chip('Ones').getAttribute('aria-pressed')).toBe('true')
      await page.getByText(/^\d+ found$/).waitFor()
      await page.getByRole('button', { name: 'Save this filter' }).click()
      await saved.getByRole('button', { name: 'Rename Ones' }).click()
      await saved.getByLabel('Another name').fill('Firsts')
      await saved.getByRole('button', { name: 'Rename', exact: true }).click()
      await saved.getByRole('button', { name: 'Remove Firsts' }).click()
      await saved.getByRole('button', { name: 'Remove Firsts' }).waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await saved.waitFor({ state: 'detached' })
      expect(await chip('Firsts').count()).toBe(0)
    })

    test('lets text of a row be selected, which opens nobody', async () => {
      await page.goto('/list-users?q=many-7&sort=oldest')
      const email = page.getByText('many-7@mail.plumb.test')
      await email.waitFor()
      const box = await email.boundingBox()
      await page.mouse.move(box?.x ?? 0, (box?.y ?? 0) + 8)
      await page.mouse.down()
      await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 8, { steps: 5 })
      await page.mouse.up()
      expect(String(await page.evaluate('String(getSelection())'))).toMatch(/^many-7/)
      expect(new URL(page.url()).pathname).toBe('/list-users')
    })
  })

  test('found nothing that the browser complained of, and the books balance', async () => {
    expect(walker.complaints).toEqual([])
    // reads that came after the session was over, and the sign-in that was refused
    expect(theirs.complaints.filter((complaint) => !/401|403/.test(complaint))).toEqual([])
    expect(await house.problems()).toEqual([])
  })
})
