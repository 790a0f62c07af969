import { useSyncExternalStore } from 'react'
import { writeStoredText } from './stored.ts'

export type Theme = 'light' | 'dark'

const root = () => document.documentElement

/** The theme on screen, and again whenever it changes. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current)
}

/** Changes the theme and keeps the choice on this device. */
export function chooseTheme(theme: Theme) {
  root().dataset['theme'] = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#0B1311' : '#F3F5F1')
  writeStoredText('theme', theme)
}

function current(): Theme {
  return root().dataset['theme'] === 'dark' ? 'dark' : 'light'
}

function subscribe(changed: () => void) {
  const observer = new MutationObserver(changed)
  observer.observe(root(), { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
