import { type ReactNode, useInsertionEffect } from 'react'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const CONTROLS = 'a, button, input, select, textarea'
const controlsIn = (place: HTMLElement) => [...place.querySelectorAll<HTMLElement>(CONTROLS)]
const isField = (control: HTMLElement): control is Field => 'value' in control && control.tagName !== 'BUTTON'

/**
 * Has the app drawn beside the prerendered page, which can be used until all of it is there, and puts it in its place:
 * what was typed, chosen and sent, where the focus stood and what was selected, goes over to the same controls.
 */
export function takeOver(page: HTMLElement, app: ReactNode, draw: (place: HTMLElement, drawn: ReactNode) => void) {
  const place = page.cloneNode(false) as HTMLElement
  const { dataset } = document.documentElement
  const swap = () => {
    // what a signed-in person would have seen of it was hidden
    const before = 'own' in dataset ? [] : controlsIn(page)
    const focused = document.activeElement
    page.replaceWith(place)
    delete dataset['own']
    delete dataset['prerendered']
    // once what is drawn hears of it
    queueMicrotask(() => carry(before, controlsIn(place), focused))
  }
  draw(place, <Drawn then={swap}>{app}</Drawn>)
}

/** Says that all of the app is there, before any of it is measured or given the focus. */
function Drawn({ then, children }: { then: () => void; children: ReactNode }) {
  useInsertionEffect(then, [then])
  return children
}

function carry(before: readonly HTMLElement[], after: readonly HTMLElement[], focused: Element | null) {
  before.forEach((old, at) => {
    const now = after[at]
    if (now?.tagName !== old.tagName || now.getAttribute('name') !== old.getAttribute('name')) return
    if (isField(old) && isField(now)) carryValue(old, now)
    if (old === focused) carryFocus(old, now)
  })
  sendWhatWasSent(before, after)
}

function carryValue(old: Field, now: Field) {
  if (old instanceof HTMLInputElement && old.type === 'checkbox') {
    if (old.checked !== old.defaultChecked && old.checked !== (now as HTMLInputElement).checked) now.click()
    return
  }
  const given =
    old instanceof HTMLSelectElement ? [...old.options].find((o) => o.defaultSelected)?.value : old.defaultValue
  if (old.value === given) return
  // As typing does it: React hears of a value only where its own setter was not the one.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(now), 'value')?.set?.call(now, old.value)
  now.dispatchEvent(new Event(old instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

function carryFocus(old: HTMLElement, now: HTMLElement) {
  now.focus({ preventScroll: true })
  // an e-mail field tells nothing of its selection: there the cursor stands at the end
  if (!(old instanceof HTMLInputElement) || !(now instanceof HTMLInputElement) || old.selectionStart === null) return
  now.setSelectionRange(old.selectionStart, old.selectionEnd, old.selectionDirection ?? 'none')
}

/** A form that was sent before there was anything to send it. */
function sendWhatWasSent(before: readonly HTMLElement[], after: readonly HTMLElement[]) {
  const sent = before.findIndex((control) => control.closest('form[data-sent]'))
  const form = sent < 0 ? null : after[sent]?.closest('form')
  form?.requestSubmit()
}
