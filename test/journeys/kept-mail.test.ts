/** @module-tag thorough */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findKept, keptLines } from '#log/kept-note-rules.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { OWNER } from '../support/app.ts'
import { type Journey, openJourney } from '../support/journey.ts'
import { aPlan } from '../support/people.ts'

let journey: Journey
let mail: string
beforeAll(async () => {
  journey = await openJourney()
  await journey.house.runJobs()
  await journey.house.visitor().post('/api/forgot-password', { email: OWNER.email })
  mail = await journey.house.visitor().newestMessage('.eml', OWNER.email, /plumb-checkpoint: /)
  await aPlan(journey.house.app.db)
  await journey.house.runJobs()
})
afterAll(() => journey.close())

test('whoever has kept a mail checks today’s log with it, and is told where it does not hold', async () => {
  for (const theme of ['light', 'dark'] as const) {
    const { page } = await journey.walker(theme)
    await page.goto('/books')
    const part = page.getByRole('region', { name: 'Was the past changed?' })
    const field = part.getByRole('textbox', { name: 'An email of ours, or its last line' })
    await part.getByRole('button', { name: 'Check' }).click()
    await part.getByText('Paste an email of ours first.').waitFor()
    await field.fill('Hello')
    await part.getByRole('button', { name: 'Check' }).click()
    await part.getByText('No complete line in it begins with plumb-checkpoint.').waitFor()
    await field.fill(mail)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await part.getByRole('status').getByText('Yes, nothing was changed').waitFor()
    await part.getByText(/^Today’s log of \d+ begins with exactly the \d+ entries/).waitFor()
    await expectAccessible(page, { message: theme })
    await part.scrollIntoViewIfNeeded()
    const kept = findKept(mail)
    if (kept?.key === undefined) throw new Error('nothing to keep')
    const larger = kept.note.replace(/\n(\d+)\n/, '\n1$1\n')
    await field.fill(keptLines({ key: kept.key, note: larger }).join('\n'))
    await part.getByRole('button', { name: 'Check' }).click()
    await part.getByText('This line is not as we signed it.', { exact: false }).waitFor()
    expect(await part.getByText('Yes, nothing was changed').count()).toBe(0)
  }
})

test('the newest signature is there to be read and copied, with its key', async () => {
  const { page } = await journey.walker('light')
  await page.goto('/books')
  const part = page.getByRole('region', { name: 'Was the past changed?' })
  await part.getByText('The newest signature, and its key').click({ timeout: 8000 })
  const key = (await (await fetch(`${journey.house.url}/log/key`)).text()).trim()
  const note = await (await fetch(`${journey.house.url}/log/checkpoint`)).text()
  expect(await part.locator('details p').textContent()).toBe(`${note}\n${key}`)
  await part.getByRole('button', { name: 'Copy the signature' }).waitFor()
  await expectAccessible(page)
})
