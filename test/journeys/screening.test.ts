/** @module-tag thorough */
/** An operator imports a sanctions list and decides on the people whose names look like listed ones. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '#kit/transaction.ts'
import { screenPerson } from '#screening/screen-person.ts'
import { setAsideHits } from '#screening/set-aside.ts'
import { OWNER } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { DESK, type Walker } from '../support/browser.ts'
import { askForCheck } from '../support/identity.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { giveRoles } from '../support/roles.ts'
import { ofacXml } from '../support/screening-lists.ts'
import { acknowledge, signIn } from '../support/walk.ts'

const LIST = ofacXml([
  { uid: '1', first: 'Karim', last: 'Zorbeki', born: '1961-02-03', aliases: ['<b>Zorbo</b> the Tall'] },
  { uid: '2', first: 'Ivar', last: 'Kessel' },
])

describe('an administrator with sanctions lists', () => {
  let journey: Journey
  let walker: Walker
  let page: Page
  const people: string[] = []

  const file = (name: string, text: string) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })
  const match = (of: string) => page.getByRole('button', { name: new RegExp(`^${of}: `) })

  beforeAll(async () => {
    journey = await openJourney({ offer: false })
    for (const name of ['namesake', 'listed', 'unlisted']) {
      const person = await journey.join(name)
      people.push(person.id)
      if (name !== 'namesake') await askForCheck(person)
    }
    walker = await journey.walker('dark')
    page = walker.page
    await signIn(page, OWNER.email, OWNER.password)
  })
  afterAll(async () => {
    expect(walker.complaints.filter((line) => !/status of 422/.test(line))).toEqual([])
    await journey.close()
  })

  test('comes to them from the users, imports a file, and is told what is wrong with one that is none', async () => {
    await page.goto('/list-users')
    await page.getByRole('link', { name: 'Sanctions lists' }).click()
    await page.getByText('No list has been imported, so nothing was compared.').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Import a list' }).click()
    await page.getByText('No list has been imported yet').first().waitFor()
    await page.getByRole('button', { name: 'Import a list' }).click()
    const panel = page.getByRole('dialog', { name: 'Import a list' })
    await panel.getByRole('button', { name: 'Import', exact: true }).click()
    await panel.getByText('Choose a file.').waitFor()
    const field = panel.locator('input[type=file]')
    await field.setInputFiles(file('sdn.xml', '<!DOCTYPE sdnList><sdnList/>'))
    await panel.getByRole('button', { name: 'Import', exact: true }).click()
    await acknowledge(page, 'Failed')
    await panel.getByText('defines a document type').waitFor()
    await expectAccessible(page)
    await field.setInputFiles(file('sdn.xml', LIST))
    await panel.getByRole('button', { name: 'Import', exact: true }).click()
    expect(await acknowledge(page)).toContain('OFAC SDN imported: 2 people.')
    await page.getByRole('table', { name: 'Imported lists' }).getByText('2 added, 0 changed, 0 removed').waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'To review' }).click()
    await page.getByText('No matches to review').waitFor()
  })

  test('sees on a phone who looks like a listed person and why, and clears a namesake', async () => {
    for (const [at, name] of ['Karim Zorbecki', 'ZORBEKI Karim'].entries()) {
      await transaction(journey.house.app.db, (tx) =>
        screenPerson(tx, journey.house.clock, people[at] ?? '', [
          { name, birthDate: at === 0 ? '1990-05-06' : '1961-02-03' },
        ]),
      )
    }
    await page.goto('/list-users?tab=matches')
    await expectAccessible(page)
    await match('namesake').click()
    const record = page.getByRole('dialog', { name: 'List match' })
    await record.getByText('Another date').waitFor()
    await record.getByText('<b>Zorbo</b> the Tall').waitFor()
    await expectAccessible(page)
    await record.getByRole('button', { name: 'Clear match' }).click()
    const clear = page.getByRole('dialog', { name: 'Clear match' })
    await clear.getByRole('button', { name: 'Clear match' }).click()
    await clear.getByLabel('Reason').fill('Born in another year')
    await expectAccessible(page)
    await clear.getByRole('button', { name: 'Clear match' }).click()
    expect(await acknowledge(page)).toContain('The match is cleared.')
    await page.goto('/list-users?tab=decided')
    await match('namesake').waitFor()
  })

  test('is led from an identity check to the match that is open, and can’t approve it before', async () => {
    await page.setViewportSize(DESK)
    await page.goto('/admin-kyc')
    await page.getByRole('button', { name: 'listed', exact: true }).click()
    await page.getByAltText('Front of the identity check').waitFor()
    const way = page.getByRole('link', { name: 'Review the match' })
    const box = await way.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0), 'in view').toBeLessThan(DESK.height)
    expect(await page.getByRole('button', { name: 'Approve listed' }).count()).toBe(0)
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'listed', exact: true }) })
    await page.keyboard.press('Escape')
    await row.getByText('List match', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'listed', exact: true }).click()
    await way.waitFor()
    await page.keyboard.press('a')
    expect(new URL(page.url()).searchParams.get('panel')).toBe('identity-check')
    // an address that leads to the step all the same
    await page.goto(page.url().replace('panel=identity-check', 'panel=approve-identity-check'))
    const form = page.getByRole('complementary', { name: 'Approve identity check' })
    await form.getByRole('link', { name: 'Review the match' }).waitFor()
    expect(await form.getByRole('button', { name: 'Approve listed' }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await form.getByRole('link', { name: 'Review the match' }).click()
    await match('listed').waitFor()
    expect(new URL(page.url()).searchParams.get('tab')).toBe('matches')
  })

  test('approves several at once but for those that are held, which are named', async () => {
    await page.goto('/admin-kyc')
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Approve' }).click()
    const several = page.getByRole('dialog', { name: 'Approve identity checks' })
    await several.getByText('1 can’t be approved yet and is left out:').waitFor()
    const left = several.getByRole('list', { name: 'Left out' })
    await left.getByText('listed, listed@').waitFor()
    await left.getByText('Review the match before').waitFor()
    expect(await several.getByRole('list', { name: 'Selected records' }).getByRole('listitem').count()).toBe(1)
    await expectAccessible(page)
    await several.getByRole('button', { name: 'Approve 1' }).click()
    expect(await acknowledge(page)).toContain('1 approved')
    await page.getByText('1 selected').waitFor()
    await page.getByRole('button', { name: 'unlisted', exact: true }).waitFor({ state: 'detached' })
  })

  test('confirms another at the desk with keys, which the account says', async () => {
    await page.setViewportSize(DESK)
    await page.goto('/list-users?tab=matches')
    await match('listed').waitFor()
    await page.keyboard.press('j')
    const record = page.getByRole('complementary', { name: 'List match' })
    await record.getByText('Same date').waitFor()
    // what they say of themselves, as the list's entry does
    await record.getByText('In the identity check').waitFor()
    await record.getByText('Dec 31, 1990').waitFor()
    await record.getByText('Until it is decided, the identity check can’t be approved.').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('d')
    const confirm = page.getByRole('complementary', { name: 'Confirm match' })
    await confirm.getByLabel('Reason').fill('The same passport')
    await confirm.getByRole('button', { name: 'Confirm match' }).click()
    expect(await acknowledge(page)).toContain('The match is confirmed.')
    await page.goto(`/view-account/${people[1]}`)
    await page.getByRole('link', { name: '1 confirmed' }).click()
    await match('listed').click()
    await page.getByText('You confirmed this match.').waitFor()
    await expectAccessible(page)
    await page.goto('/admin-kyc')
    await page.getByRole('cell', { name: 'Confirmed list match' }).waitFor()
    await page.getByRole('button', { name: 'listed', exact: true }).click()
    await page.getByText('confirmed to be on a sanctions list').waitFor()
    expect(await page.getByRole('button', { name: 'Approve listed' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Reject', exact: true }).waitFor()
  })

  test('is told of somebody who was approved before that a match holds no money, and what does', async () => {
    await transaction(journey.house.app.db, (tx) =>
      screenPerson(tx, journey.house.clock, people[2] ?? '', [{ name: 'Ivar Kessel' }]),
    )
    await page.goto('/list-users?tab=matches')
    await match('unlisted').click()
    const record = page.getByRole('complementary', { name: 'List match' })
    await record.getByText('They are approved already, and a match holds no money').waitFor()
    await record.getByRole('button', { name: 'Confirm match' }).click()
    await page.getByText('It is written down. They are approved already').waitFor()
    await expectAccessible(page)
  })

  test('is told that a match was confirmed before the account was taken back, and clears it as another administrator', async () => {
    const { house } = journey
    const second = await journey.join('second')
    await giveRoles(journey.owner, second, ['reviewer'])
    await transaction(house.app.db, (tx) =>
      setAsideHits(
        tx,
        house.clock,
        { job: 'test' },
        { userId: people[1] ?? '', since: new Date(0), stillApproved: false },
      ),
    )
    const { page: other } = await journey.walker('light')
    await signIn(other, second.email, OWNER.password)
    await other.setViewportSize(DESK)
    await other.goto(`/view-account/${people[1]}`)
    await other.getByRole('link', { name: '1 confirmed before the account was taken back' }).click()
    await other.getByRole('button', { name: /^listed: / }).click()
    const record = other.getByRole('complementary', { name: 'List match' })
    await record.getByText('This match was confirmed before the account was taken back').waitFor()
    await expectAccessible(other)
    await record.getByRole('button', { name: 'Clear match' }).click()
    const clear = other.getByRole('complementary', { name: 'Clear match' })
    await clear.getByText('If the name is handed in again, there is a new match to review.').waitFor()
    await clear.getByLabel('Reason').fill('A thief had handed in the name')
    await clear.getByRole('button', { name: 'Clear match' }).click()
    expect(await acknowledge(other)).toContain('The match is cleared.')
  })
})
