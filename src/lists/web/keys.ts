import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { readStoredText, writeStoredText } from '#ui/stored.ts'

/** Whether single keys act on this device; on unless switched off. */
const KEY = 'desk-keys'
const listeners = new Set<() => void>()

export function useKeysOn(): boolean {
  return useSyncExternalStore(subscribe, () => readStoredText(KEY) !== 'off')
}

export function switchKeys(on: boolean) {
  writeStoredText(KEY, on ? null : 'off')
  for (const listener of listeners) listener()
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** What each key does; what does nothing now is left out. */
export type Keys = Readonly<Partial<Record<'j' | 'k' | 'a' | 'd' | 'p' | 'e' | 'x' | '/' | '?' | 'Escape', () => void>>>

/**
 * Acts on single keys, wherever the focus is, but never while something is typed, together with Ctrl, Alt or the like,
 * or under an open panel. Switched off on the device, none of them acts but Escape.
 */
export function useKeys(keys: Keys) {
  const on = useKeysOn()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const escapes = event.key === 'Escape'
    // out of a search or a filter first; a field of the open record closes with it
    if (escapes && leaveField(event.target)) return
    const act = keys[event.key as keyof Keys]
    if (!act || (escapes ? panelIsOver() : !on || isTakenElsewhere(event.target))) return
    // what is held down is moved along, not decided again and again
    if (event.repeat && event.key !== 'j' && event.key !== 'k') return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const panelIsOver = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null

function leaveField(target: EventTarget | null): boolean {
  if (panelIsOver() || !(target instanceof HTMLElement)) return false
  if (!target.matches('input, textarea, select') || target.closest('aside')) return false
  target.blur()
  return true
}

/** A field that takes keys itself, or a panel over the screen. */
function isTakenElsewhere(target: EventTarget | null): boolean {
  if (panelIsOver()) return true
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return false
  return target.isContentEditable || target.matches('input, textarea, select')
}
