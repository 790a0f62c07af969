/** An identity check as somebody takes it on the screen, with files for the pictures. */
import type { Page } from 'playwright-core'
import { madeUpPapers } from '../../scripts/made-up-papers.ts'
import { acknowledge } from './walk.ts'

/** Types name, address and document of a passport, and goes on to the pictures. `n` tells people apart. */
export async function typeDetails(page: Page, n: number): Promise<void> {
  await typePerson(page, n)
  await typePassport(page, n)
}

const next = (page: Page) => page.getByRole('button', { name: 'Save and continue' }).click()

/** Types name and address, the steps before the document. */
export async function typePerson(page: Page, n: number): Promise<void> {
  const { details } = await madeUpPapers(n)
  await page.getByLabel('Full legal name').fill(details['legal_name'] ?? '')
  await page.getByLabel('Birth date').fill(details['birth_date'] ?? '')
  await page.getByLabel('Nationality').selectOption(details['nationality'] ?? '')
  await next(page)
  await page.getByLabel('Street and number').fill(details['street'] ?? '')
  await page.getByLabel('Postal code').fill(details['postal_code'] ?? '')
  await page.getByLabel('City').fill(details['city'] ?? '')
  await page.getByLabel('Country').selectOption(details['country'] ?? '')
  await next(page)
}

/** Types the document, which is a passport. */
export async function typePassport(page: Page, n: number): Promise<void> {
  const { details } = await madeUpPapers(n)
  await page.getByLabel('Issued by').selectOption(details['document_country'] ?? '')
  await page.getByLabel('Machine-readable lines').fill(details['mrz'] ?? '')
  await next(page)
}

/** Adds the pictures from files. */
export async function choosePictures(page: Page, n: number): Promise<void> {
  const { pictures } = await madeUpPapers(n)
  for (const [name, picture] of [
    ['Front of your document', pictures.front],
    ['Picture of you', pictures.face],
  ] as const) {
    const step = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
    await step.getByLabel('Choose a file').setInputFiles({ name: 'one.jpg', mimeType: 'image/jpeg', buffer: picture })
    await step.getByRole('button', { name: 'Use this picture' }).click()
    await step.getByText('Done', { exact: true }).waitFor()
  }
}

/** The same, and submits the check. */
export async function addPictures(page: Page, n: number): Promise<void> {
  await choosePictures(page, n)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await acknowledge(page)
}

export async function takeSteps(page: Page, n: number): Promise<void> {
  await typeDetails(page, n)
  await addPictures(page, n)
}
