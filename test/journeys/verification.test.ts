/** @module-tag thorough */
import { beforeAll, expect, test } from 'vitest'
import { MINUTE, SECOND } from '#kit/clock.ts'
import type { TestApp } from '../support/app.ts'
import { expectAccessible } from '../support/axe-findings.ts'
import { inPage } from '../support/in-page.ts'
import { openJourney } from '../support/journey.ts'
import { opened } from '../support/opened.ts'
import { logIn, PASSWORD } from '../support/walk.ts'

const journey = opened(() => openJourney({ offer: false }))
let house: TestApp
beforeAll(() => void (house = journey.house))

/** Somebody who has registered, at a browser whose clock the test moves. */
async function registered(name: string) {
  const reader = house.visitor()
  await reader.register(name)
  const { context, page } = await journey.walker('light')
  await page.clock.install()
  return { reader, context, page }
}

/** The same, signed in and asked for their codes. */
async function unproved(name: string) {
  const somebody = await registered(name)
  await logIn(somebody.page, somebody.reader.email, PASSWORD)
  await somebody.page.getByRole('heading', { name: 'Account Verification' }).waitFor()
  return somebody
}

/** How far the middle of each digit is from the middle of its box, in pixels, on the field as it is drawn. */
const OUT_OF_PLACE = `
  const input = document.querySelector('[name=email_code]')
  const look = getComputedStyle(input)
  const copy = document.createElement('span')
  copy.textContent = input.value
  copy.style.cssText = 'position: absolute; white-space: pre'
  for (const name of ['font', 'fontVariantNumeric', 'fontFeatureSettings', 'letterSpacing']) copy.style[name] = look[name]
  document.body.append(copy)
  const spacing = parseFloat(look.letterSpacing) || 0
  const start = input.getBoundingClientRect().left + parseFloat(look.paddingLeft) - copy.getBoundingClientRect().left
  const middles = [...input.value].map((digit, place) => {
    const range = document.createRange()
    range.setStart(copy.firstChild, place)
    range.setEnd(copy.firstChild, place + 1)
    const { left, width } = range.getBoundingClientRect()
    return start + left + (width - spacing) / 2
  })
  copy.remove()
  const boxes = [...input.nextElementSibling.children].map((box) => box.getBoundingClientRect())
  return boxes.map(({ left, width }, place) => Math.abs(middles[place] - left - width / 2))`

/** How much the lines around the boxes of a code stand out from what is in them. */
const CONTRAST_OF_BOXES = `
  const bright = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  return [...document.querySelector('[name=email_code]').nextElementSibling.children].map((box) => {
    const { borderTopColor, backgroundColor } = getComputedStyle(box)
    const [dark, light] = [bright(borderTopColor), bright(backgroundColor)].sort((one, other) => one - other)
    return (light + 0.05) / (dark + 0.05)
  })`

test.each(['light', 'dark'] as const)('the boxes of a code are seen, %s', async (theme) => {
  const reader = house.visitor()
  await reader.register(`sees-in-the-${theme}`)
  const { context, page } = await journey.walker(theme)
  await logIn(page, reader.email, PASSWORD)
  await page.getByRole('heading', { name: 'Account Verification' }).waitFor()
  const contrasts = await inPage<number[]>(page, CONTRAST_OF_BOXES)
  expect(contrasts).toHaveLength(6)
  expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(3)
  await context.close()
})

test.each(['light', 'dark'] as const)('each digit of a code stands in the middle of its box, %s', async (theme) => {
  const reader = house.visitor()
  await reader.register(`reads-in-the-${theme}`)
  const { context, page } = await journey.walker(theme)
  await logIn(page, reader.email, PASSWORD)
  await page.getByRole('heading', { name: 'Account Verification' }).waitFor()
  for (const width of [260, 320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    for (const code of ['712744', '111111', '408080']) {
      await page.getByLabel('Email code').fill(code)
      // the browser follows a change of the window a moment later
      const out = async () => Math.max(...(await inPage<number[]>(page, OUT_OF_PLACE)))
      await expect.poll(out, { message: `${code} at ${width}` }).toBeLessThan(2)
    }
  }
  await context.close()
})

test('somebody who has guessed their codes five times is offered new ones after a minute, and gets in with them', async () => {
  const { reader, context, page } = await unproved('guesser')
  const [email, phone] = [page.getByLabel('Email code'), page.getByLabel('Phone code')]
  const right = await reader.codeFrom('.eml', reader.email)
  await email.fill(right === '000000' ? '000001' : '000000')
  await phone.fill(await reader.codeFrom('.txt', reader.phone))
  for (let guess = 1; guess <= 5; guess += 1) {
    await page.getByRole('button', { name: 'Verify Account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
  }
  await page.getByText('These codes can no longer be used').waitFor()
  await page.getByRole('timer').getByText('Resend code in').waitFor()
  expect(await page.getByRole('button', { name: 'Resend code' }).count()).toBe(0)
  await house.clock.move(MINUTE)
  await page.clock.fastForward(MINUTE)
  await page.getByRole('button', { name: 'Resend code' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Okay' }).click()
  expect(await email.inputValue()).toBe('')
  await expect.poll(() => reader.codeFrom('.eml', reader.email)).not.toBe(right)
  await email.fill(await reader.codeFrom('.eml', reader.email))
  await phone.fill(await reader.codeFrom('.txt', reader.phone))
  await page.getByRole('button', { name: 'Verify Account' }).click()
  await page.waitForURL('**/kyc')
  await context.close()
})

test('after ten wrong codes nobody is told to ask for new ones: why, and what to do instead, stays on the screen', async () => {
  const { reader, context, page } = await unproved('stubborn')
  const [refused, resend] = [page.getByRole('alertdialog'), page.getByRole('button', { name: 'Resend code' })]
  const spent = page.getByRole('status').getByText('These codes can no longer be used')
  const guess = async () => {
    const right = await reader.codeFrom('.eml', reader.email)
    await page.getByLabel('Email code').fill(right === '000000' ? '000001' : '000000')
    await page.getByLabel('Phone code').fill(await reader.codeFrom('.txt', reader.phone))
    await page.getByRole('button', { name: 'Verify Account' }).click()
    const said = await refused.innerText()
    await refused.getByRole('button', { name: 'Okay' }).click()
    return said
  }
  for (let tries = 1; tries <= 5; tries += 1) await guess()
  await house.clock.move(MINUTE)
  await page.clock.fastForward(MINUTE)
  // what does not reach the server leaves what was said standing
  await context.setOffline(true)
  await resend.click()
  await refused.getByRole('button', { name: 'Okay' }).click()
  await spent.waitFor()
  await context.setOffline(false)
  await resend.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Okay' }).click()
  await spent.waitFor({ state: 'detached' })
  for (let tries = 6; tries <= 9; tries += 1) await guess()
  // Codes could be sent again by now, if it were not for the wrong ones.
  await house.clock.move(MINUTE)
  await page.clock.fastForward(MINUTE)
  await resend.waitFor()
  expect(await guess()).toContain('Create your account again')
  await page.getByRole('timer').getByText('Resend code in 24 hours').waitFor()
  expect(await resend.count()).toBe(0)
  await context.close()
})

test('whoever goes on at once after a refusal stays in the field that they have gone to', async () => {
  const { reader, context, page } = await unproved('goes-on')
  const refused = page.getByRole('alertdialog')
  const email = page.getByLabel('Email code')
  const guess = async () => {
    await page.getByRole('button', { name: 'Verify Account' }).click()
    await refused.waitFor()
  }
  const right = await reader.codeFrom('.eml', reader.email)
  await email.fill(right === '000000' ? '000001' : '000000')
  await page.getByLabel('Phone code').fill('123456')
  await guess()
  const wentOn = `
    document.querySelector('[role=alertdialog] button').click()
    document.querySelector('[name=phone_code]').focus()
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    return document.activeElement.name`
  expect(await inPage(page, wentOn)).toBe('phone_code')
  await refused.waitFor({ state: 'detached' })
  // who does not go on stands where something is to be done
  await guess()
  await page.keyboard.press('Escape')
  await refused.waitFor({ state: 'detached' })
  await email.and(page.locator(':focus')).waitFor()
  await context.close()
})

test('new codes are offered when the server would send them, also to somebody who comes back or is refused', async () => {
  const { reader, context, page } = await registered('patient')
  const [resend, timer] = [page.getByRole('button', { name: 'Resend code' }), page.getByRole('timer')]
  const secondsPass = async (seconds: number) => {
    await house.clock.move(seconds * SECOND)
    await page.clock.fastForward(seconds * SECOND)
  }
  const left = async () => Number(/\d+/.exec(await timer.innerText())?.[0])

  await house.clock.move(20 * SECOND)
  await logIn(page, reader.email, PASSWORD)
  await expect.poll(left).toBeLessThanOrEqual(40)
  expect(await resend.count()).toBe(0)
  await secondsPass(40)
  await resend.waitFor()
  await page.reload()
  await resend.waitFor()

  // Somebody else has just had codes sent to the same mailbox.
  const body = { name: 'patient-too', email: reader.email, phone: '+12025550177', country: 'US', terms: true }
  await house.visitor().must('/api/register', { ...body, password: PASSWORD, password_confirmation: PASSWORD })
  await resend.click()
  const refused = page.getByRole('alertdialog')
  await refused.getByText('We have just sent a message to this email address.').waitFor()
  await refused.getByRole('button', { name: 'Okay' }).click()
  await timer.getByText('Resend code in').waitFor()
  expect(await resend.count()).toBe(0)
  await context.close()
})

test('codes that are nine minutes old are taken, and after ten minutes the server says that they have expired', async () => {
  const { reader, context, page } = await unproved('slow')
  const type = async () => {
    await page.getByLabel('Email code').fill(await reader.codeFrom('.eml', reader.email))
    await page.getByLabel('Phone code').fill(await reader.codeFrom('.txt', reader.phone))
    await page.getByRole('button', { name: 'Verify Account' }).click()
  }
  const minutesPass = async (minutes: number) => {
    await house.clock.move(minutes * MINUTE)
    await page.clock.fastForward(minutes * MINUTE)
  }
  const expired = page.getByRole('status').getByText('This code has expired', { exact: true })

  await minutesPass(10)
  expect(await expired.count()).toBe(0)
  await type()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
  await expired.waitFor()
  await page.getByRole('button', { name: 'Resend code' }).click()
  await page.clock.fastForward(SECOND)
  await page.getByRole('dialog').getByRole('button', { name: 'Okay' }).click()
  await expired.waitFor({ state: 'detached' })

  await minutesPass(9)
  await type()
  await expect.poll(() => page.evaluate('localStorage.getItem("auth-token")')).not.toBeNull()
  await page.clock.fastForward(4 * SECOND)
  await page.waitForURL('**/kyc')
  await context.close()
})

test('a mistyped phone number is mended where its code is asked for, and nothing else is typed again', async () => {
  const { context, page } = await journey.walker('light')
  const email = 'misdialled@mail.plumb.test'
  await page.clock.install()
  await page.goto('/register')
  await page.getByLabel('Username').fill('misdialled')
  await page.getByLabel('Email Address').fill(email)
  for (const label of ['Choose Password', 'Confirm Password']) await page.getByLabel(label).fill(PASSWORD)
  await page.getByLabel('Phone').pressSequentially('2025550143')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect.poll(() => page.evaluate('localStorage.getItem("auth-token")')).not.toBeNull()
  await page.clock.fastForward(4 * SECOND)
  await page.getByRole('heading', { name: 'Account Verification' }).waitFor()
  await page.getByText('+12025550143').waitFor()

  await page.getByRole('button', { name: 'Change the phone number' }).click()
  const phone = page.getByLabel('Phone', { exact: true })
  expect(await phone.inputValue()).toBe('+12025550143')
  await expectAccessible(page)
  // no sooner than to the same number
  await page.getByRole('timer').getByText('Resend code in').waitFor()
  const send = page.getByRole('button', { name: 'Send new codes' })
  expect(await send.count()).toBe(0)
  await house.clock.move(MINUTE)
  await page.clock.fastForward(MINUTE)
  await phone.fill('12')
  await send.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
  await page.getByText('This is not a valid phone number.').waitFor()
  await phone.fill('2025550144')
  await send.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Okay' }).click()
  await page.getByText('+12025550144').waitFor()
  expect(await phone.count()).toBe(0)

  const reader = house.visitor()
  await page.getByLabel('Email code').fill(await reader.codeFrom('.eml', email))
  await page.getByLabel('Phone code').fill(await reader.codeFrom('.txt', '+12025550144'))
  await page.getByRole('button', { name: 'Verify Account' }).click()
  await page.waitForURL('**/kyc')
  await context.close()
})
