import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showModal, closeModal, modalShown } from './modal.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  closeModal()
  vi.useRealTimers()
})

test('a modal opens 600 ms after the action, with what is known by then', () => {
  showModal({ kind: 'sending' })
  vi.advanceTimersByTime(200)
  showModal({ kind: 'failed', message: 'No.' })
  vi.advanceTimersByTime(399)
  expect(modalShown()).toBeNull()
  vi.advanceTimersByTime(1)
  expect(modalShown()).toEqual({ kind: 'failed', message: 'No.' })
})

test('an open one changes at once', () => {
  showModal({ kind: 'sending' })
  vi.advanceTimersByTime(600)
  showModal({ kind: 'successful', message: 'Done.' })
  expect(modalShown()).toEqual({ kind: 'successful', message: 'Done.' })
})

test('one that was closed before it opened does not open', () => {
  showModal({ kind: 'sending' })
  closeModal()
  vi.advanceTimersByTime(10_000)
  expect(modalShown()).toBeNull()
})

test('the outcome of an action whose Sending was closed still opens, 600 ms later', () => {
  showModal({ kind: 'sending' })
  vi.advanceTimersByTime(700)
  closeModal()
  showModal({ kind: 'successful', message: 'Done.' })
  expect(modalShown()).toBeNull()
  vi.advanceTimersByTime(600)
  expect(modalShown()).toEqual({ kind: 'successful', message: 'Done.' })
})
