import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

type File = { name: string; mimeType: string; buffer: Buffer }

/** Stops of Tab on one screen, more than any of ours has. */
const MOST_STOPS = 250

/**
 * Does what somebody does to a page, and counts it: a tap or click is a move, a key is one, a text typed or pasted into
 * one field is one, and so is a file that is chosen. With `keysAlone` it has no pointer: it goes by Tab to what it would
 * tap, and presses that with Enter or Space.
 */
export class Hand {
  readonly page: Page
  readonly keysAlone: boolean
  moves = 0

  constructor(page: Page, { keysAlone }: { keysAlone: boolean }) {
    this.page = page
    this.keysAlone = keysAlone
  }

  async tap(what: Locator): Promise<void> {
    if (!this.keysAlone) {
      this.moves += 1
      return what.click()
    }
    await this.goTo(what)
    const presses = await what.evaluate((it) =>
      it.matches('[type=checkbox]') ? 'Space' : it.matches('input, textarea') ? null : 'Enter',
    )
    if (presses) await this.press(presses)
  }

  async press(key: string): Promise<void> {
    this.moves += 1
    await this.page.keyboard.press(key)
  }

  /** Into the field that has the focus: waits for it to be that one. */
  async type(text: string, field: Locator): Promise<void> {
    await expect.poll(() => isFocused(field)).toBe(true)
    this.moves += 1
    await this.page.keyboard.insertText(text)
  }

  async choose(file: File, field: Locator): Promise<void> {
    if (!this.keysAlone) {
      this.moves += 1
      return field.setInputFiles(file)
    }
    // asked for before the way there: the browser would open its own one for a key that comes at once
    const asked = this.page.waitForEvent('filechooser')
    const [chooser] = await Promise.all([asked, this.goTo(field).then(() => this.press('Enter'))])
    await chooser.setFiles(file)
  }

  private async goTo(what: Locator): Promise<void> {
    // looked for once: to find a row of a long list by its role at each stop costs more than the stops
    let place = await what.elementHandle()
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      const now = await place?.evaluate((it) => ({ there: it.isConnected, is: it === it.ownerDocument.activeElement }))
      if (now?.is) return
      if (!now?.there) place = await what.elementHandle()
      await this.press('Tab')
    }
    throw new Error(`Tab does not lead to ${String(what)}`)
  }
}

function isFocused(what: Locator): Promise<boolean> {
  return what.evaluate((it) => it === it.ownerDocument.activeElement)
}
