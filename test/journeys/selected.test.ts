/** @module-tag thorough */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { THEIR_BITCOIN } from '../support/addresses.ts'
import { OWNER, type TestApp } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { DESK, PHONE, type Walker } from '../support/browser.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { drawn } from '../support/hold-back.ts'
import { addPendingInvestments } from '../support/pending-investments.ts'
import { giveRoles } from '../support/roles.ts'
import type { Visitor } from '../support/visitor.ts'
import { PLAN, signIn, toastOn } from '../support/walk.ts'
import { askForCheck } from '../support/identity.ts'

const REASON = { reason: 'A test' }

/** What is selected of a list is what waits: whoever decides on one of it, it leaves. */
describe('what is selected to be decided on together', () => {
  let journey: Journey
  let house: TestApp
  let owner: Visitor
  let partner: Visitor
  let people: Record<'anna' | 'ben' | 'carl', Visitor>
  let walker: Walker
  let page: Page

  beforeAll(async () => {
    ;({ house, owner } = journey = await openJourney({ env: { KYC: 'off' } }))
    const anna = await journey.join('anna')
    people = { anna, ben: await journey.join('ben', { referral: 'anna' }), carl: await journey.join('carl') }
    // before there is a second one to agree
    const plan = {
      ...{ name: 'Small', min_amount: '1', max_amount: '50', durations_copy: '1', ref_bonus: '0' },
      ...{ description: '', daily_roi: '0.05' },
    }
    await owner.must('/api/create-plan', plan)
    partner = await journey.join('partner')
    await giveRoles(owner, partner, ['reviewer'])
    walker = await journey.walker('dark')
    page = walker.page
    await page.setViewportSize(DESK)
    await signIn(page, OWNER.email, OWNER.password)
  })
  afterAll(() => journey.close())

  const histories = async (who: Visitor) => (await who.get('/api/histories')).body
  const invest = async (who: Visitor, amount: string): Promise<string> => {
    await house.clock.move(1000)
    const { plans, wallets } = await histories(who)
    const steady = plans.find(({ name }: { name: string }) => name === PLAN.name)
    await who.must('/api/save-investment', { plan_id: steady.id, wallet_id: wallets[0].id, amount, duration: 14 })
    return (await histories(who)).investments[0].id
  }
  const withdraw = async (who: Visitor, amount: string): Promise<string> => {
    await house.clock.move(1000)
    const to = { wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN }
    await who.must('/api/withdraw', { amount, source: 'investment', ...to })
    return (await histories(who)).withdrawals[0].id
  }

  const bar = () => page.getByRole('region', { name: 'Selected' })
  const row = (name: string) => page.getByRole('table').getByRole('button', { name, exact: true })
  const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
  const open = async (path: string, names: readonly string[]) => {
    await page.goto(path)
    for (const name of names) await select(name)
    await bar().getByText(`${names.length} selected`).waitFor()
  }
  /** Opens a record and decides on it alone, by the same button twice: to the summary, and in it. */
  const decideAlone = async (name: string, button: string) => {
    await row(name).click()
    const beside = page.getByRole('complementary').last()
    await beside.getByRole('button', { name: button }).click()
    await beside.getByRole('button', { name: 'Back', exact: true }).waitFor()
    await beside.getByRole('button', { name: button }).click()
    await row(name).waitFor({ state: 'detached' })
  }
  /** What the summary of several lists, and the button that decides. */
  const summary = async (kind: string, verdict: string, count: number) => {
    await bar().getByRole('button', { name: verdict }).click()
    const panel = page.getByRole('dialog', { name: `${verdict} ${kind}s` })
    const lines = panel.getByRole('list', { name: 'Selected records' }).getByRole('listitem')
    await expect.poll(() => lines.count()).toBe(count)
    return panel
  }

  test('an investment that is approved alone leaves it, with its amount, and nothing is said of it', async () => {
    for (const amount of ['301', '302', '303']) await invest(people.anna, amount)
    await open('/admin-investments', ['$301.00 by anna', '$302.00 by anna', '$303.00 by anna'])
    await decideAlone('$301.00 by anna', 'Approve $301.00')
    await bar().getByText('2 selected').waitFor()
    await bar().getByText('$605.00 together').waitFor()
    expect(await bar().getByText('meanwhile').count()).toBe(0)
    const panel = await summary('investment', 'Approve', 2)
    await panel.getByRole('button', { name: 'Approve 2, $605.00' }).click()
    await toastOn(page).getByText('2 approved: $605.00 together').waitFor()
  })

  test('one that is corrected stays with its new amount, and leaves without a word where it no longer waits', async () => {
    for (const amount of ['311', '312']) await invest(people.anna, amount)
    await open('/admin-investments', ['$311.00 by anna', '$312.00 by anna'])
    await row('$311.00 by anna').click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const form = page.getByRole('complementary', { name: 'Edit investment' })
    await form.getByText(people.anna.email).waitFor()
    await form.getByLabel('Amount', { exact: true }).fill('321')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await bar().getByText('$633.00 together').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await form.getByText('Declined', { exact: true }).click()
    await form.getByRole('button', { name: 'Save changes' }).click()
    await bar().getByText('1 selected').waitFor()
    expect(await bar().getByText('meanwhile').count()).toBe(0)
    await bar().getByRole('button', { name: 'None' }).click()
  })

  test('a referral that is declined alone leaves it', async () => {
    for (const amount of ['400', '500']) {
      await owner.must(`/api/approve-investment/${await invest(people.ben, amount)}`)
    }
    await open('/admin-referrals', ['$20.00 to anna', '$25.00 to anna'])
    await row('$20.00 to anna').click()
    const beside = page.getByRole('complementary').last()
    await beside.getByRole('button', { name: 'Decline', exact: true }).click()
    await beside.getByLabel('Reason').fill('A test')
    await beside.getByRole('button', { name: 'Decline $20.00' }).click()
    await bar().getByText('1 selected').waitFor()
    await bar().getByText('$25.00 together').waitFor()
    await summary('referral', 'Approve', 1)
  })

  test('an identity check that is rejected alone leaves it, and is called so wherever it is decided on', async () => {
    for (const who of Object.values(people)) await askForCheck(who)
    await open('/admin-kyc', ['anna', 'ben', 'carl'])
    await row('anna').click()
    await page.keyboard.press('d')
    const reject = page.getByRole('complementary', { name: 'Reject identity check' })
    await reject.getByLabel('Reason').selectOption('unreadable')
    await reject.getByRole('button', { name: 'Reject anna' }).click()
    await toastOn(page).getByText('Rejected: anna.').waitFor()
    await bar().getByText('2 selected').waitFor()
    const panel = await summary('identity check', 'Reject', 2)
    await expectAccessible(page)
    await panel.getByLabel('Reason').fill('A test')
    await panel.getByRole('button', { name: 'Reject 2' }).click()
    await toastOn(page).getByText('2 rejected').waitFor()
    expect(await page.getByText(/declin/i).count()).toBe(0)
  })

  test('withdrawals leave it too; of each the summary says where it goes and what is unusual', async () => {
    for (const who of [people.ben, people.carl])
      await owner.must(`/api/topup-user/${who.id}`, { amount: '90', ...REASON })
    for (const amount of ['11', '12']) await withdraw(people.ben, amount)
    await withdraw(people.carl, '13')
    await open('/admin-withdrawals', ['$11.00 to ben', '$12.00 to ben', '$13.00 to carl'])
    await row('$11.00 to ben').click()
    const beside = page.getByRole('complementary').last()
    const unusual = beside.getByRole('region', { name: 'What is unusual' })
    await unusual.getByText('carl, once').waitFor()
    const decide = beside.getByRole('button', { name: 'Approve $11.00' })
    // all of it is in view while the button is
    const inView = async (height: number) => {
      await expect.poll(async () => (await unusual.boundingBox())?.y ?? -1).toBeGreaterThan(0)
      const box = await unusual.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? height)).toBeLessThan(height)
    }
    await inView((await decide.boundingBox())?.y ?? 0)
    await decide.click()
    await beside.getByText(THEIR_BITCOIN).waitFor()
    await unusual.getByText('carl, once').waitFor()
    await inView((await decide.boundingBox())?.y ?? 0)
    await expectAccessible(page)
    await decide.click()
    await bar().getByText('2 selected').waitFor()
    const panel = await summary('withdrawal', 'Approve', 2)
    const [bens, carls] = await panel.getByRole('listitem').all()
    await bens?.getByText('Used by others: carl, once').waitFor()
    await carls?.getByText('Used by others: ben, 2 times').waitFor()
    const short = `${THEIR_BITCOIN.slice(0, 6)}…${THEIR_BITCOIN.slice(-6)}`
    for (const line of [bens, carls]) await line?.getByText(`To ${short}`).waitFor()
    await panel.getByText('Something is unusual about 2 of 2: it stands with each.').waitFor()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Approve 2, $25.00' }).click()
    await toastOn(page).getByText('2 approved: $25.00 together').waitFor()
  })

  test('on a phone the warnings of a withdrawal stand before everything else, and in its summary beside the button', async () => {
    const id = await withdraw(people.carl, '14')
    await page.setViewportSize(PHONE)
    await page.goto(`/admin-withdrawals?panel=withdrawal&of=${id}`)
    const unusual = page.getByRole('region', { name: 'What is unusual' })
    const below = async () => {
      await unusual.getByText('ben, 2 times').waitFor()
      const box = await unusual.boundingBox()
      return (box?.y ?? PHONE.height) + (box?.height ?? 0)
    }
    await expect.poll(below).toBeLessThan(PHONE.height)
    await page.getByRole('button', { name: 'Approve $14.00' }).click()
    const panel = page.getByRole('dialog', { name: 'Approve withdrawal' })
    await panel.getByText(THEIR_BITCOIN).waitFor()
    const button = panel.getByRole('button', { name: 'Approve $14.00' })
    const bottom = async () => {
      const box = await button.boundingBox()
      return (box?.y ?? PHONE.height) + (box?.height ?? 0)
    }
    await expect.poll(bottom).toBeLessThan(PHONE.height)
    await expect.poll(async () => (await unusual.boundingBox())?.y ?? -1).toBeGreaterThan(0)
    await partner.must(`/api/decline-withdrawal/${id}`, REASON)
    await page.setViewportSize(DESK)
  })

  test('what somebody else decides on leaves it, and the bar and the summary say so', async () => {
    const ids: string[] = []
    for (const amount of ['331', '332', '333']) ids.push(await invest(people.carl, amount))
    await open('/admin-investments?q=carl', ['$331.00 by carl', '$332.00 by carl', '$333.00 by carl'])
    await partner.must(`/api/decline-investment/${ids[0]}`, REASON)
    await bar().getByText('1 was decided meanwhile and is no longer selected.').waitFor()
    await bar().getByText('2 selected').waitFor()
    await bar().getByText('$665.00 together').waitFor()
    await expectAccessible(page)
    const panel = await summary('investment', 'Approve', 2)
    await panel.getByRole('button', { name: 'Approve 2, $665.00' }).waitFor()
    await partner.must(`/api/approve-investment/${ids[1]}`)
    await panel.getByRole('button', { name: 'Approve 1, $333.00' }).waitFor()
    await panel.getByText('2 were decided meanwhile and are no longer selected.').waitFor()
    await partner.must(`/api/decline-investment/${ids[2]}`, REASON)
    await panel.getByRole('button', { name: /^Approve/ }).waitFor({ state: 'detached' })
    await panel.getByRole('button', { name: 'Back' }).click()
    await bar().getByText('None selected').waitFor()
    await bar().getByText('3 were decided meanwhile and are no longer selected.').waitFor()
    await bar().getByRole('button', { name: 'Dismiss' }).click()
    await bar().waitFor({ state: 'detached' })
  })

  test('also while the list is asked for something else', async () => {
    const ids: string[] = []
    for (const amount of ['341', '342']) ids.push(await invest(people.carl, amount))
    await open('/admin-investments', ['$341.00 by carl', '$342.00 by carl'])
    await page.getByRole('searchbox').fill('nobody')
    await bar().waitFor({ state: 'detached' })
    await partner.must(`/api/decline-investment/${ids[0]}`, REASON)
    await page.getByRole('searchbox').fill('')
    await bar().getByText('1 selected').waitFor()
    await bar().getByText('1 was decided meanwhile and is no longer selected.').waitFor()
    await partner.must(`/api/decline-investment/${ids[1]}`, REASON)
    await bar().getByText('None selected').waitFor()
  })

  test('also far down the list, out of view; what has only been pushed out of what is loaded stays', async () => {
    await addPendingInvestments(house, { of: [people.carl.id], count: 120 })
    await page.goto('/admin-investments?sort=newest')
    const name = '$131.00 by carl'
    await row('$219.00 by carl').waitFor()
    await page.mouse.move(400, 500)
    const isInView = async () => ((await row(name).count()) ? ((await row(name).boundingBox())?.y ?? 0) : 0)
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 400)
        await drawn(page)
        const place = await isInView()
        return place > 300 && place < 600
      })
      .toBe(true)
    await select(name)
    await select('$132.00 by carl')
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -3000)
        return row('$219.00 by carl').count()
      })
      .toBe(1)
    const { items } = (await owner.get('/api/admin/investments?min=131&max=131')).body
    await partner.must(`/api/decline-investment/${items[0].id}`, REASON)
    await bar().getByText('1 selected').waitFor()
    await bar().getByText('1 was decided meanwhile and is no longer selected.').waitFor()
    // so many that the page of the other one is no longer reached
    await house.clock.move(300 * 60_000)
    await addPendingInvestments(house, { of: [people.carl.id], count: 260, amount: () => 600_000_000n })
    await invest(people.anna, '777')
    await row('$777.00 by anna').waitFor()
    await bar().getByText('$132.00 together').waitFor()
    const panel = await summary('investment', 'Decline', 1)
    await panel.getByLabel('Reason').fill('A test')
    await panel.getByRole('button', { name: 'Decline 1, $132.00' }).click()
    await toastOn(page).getByText('1 declined: $132.00').waitFor()
  })

  test('a small rate is no rate of nothing: what several earn is told to the micro-dollar', async () => {
    const { plans, wallets } = await histories(people.anna)
    const { id } = plans.find((each: { name: string }) => each.name === 'Small')
    for (const amount of ['2', '3']) {
      await house.clock.move(1000)
      await people.anna.must('/api/save-investment', { plan_id: id, wallet_id: wallets[0].id, amount, duration: 1 })
    }
    await open('/admin-investments?max=3', ['$2.00 by anna', '$3.00 by anna'])
    const panel = await summary('investment', 'Approve', 2)
    await panel.getByText(/After approval we owe \$5\.00 and \$0\.0025 a day/).waitFor()
  })

  test('found nothing that the browser complained of, and the books balance', async () => {
    expect(walker.complaints).toEqual([])
    expect(await house.problems()).toEqual([])
  })
})
