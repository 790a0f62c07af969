import type { MouseEvent } from 'react'
import * as text from '#texts/menu.ts'
import { showModal } from '#ui/modal.ts'

const SUPPORT = '/support'
/** Milliseconds that somebody waits for an answer before they are told that there is none. */
const PATIENCE = 5000

/** Goes to Support once it is known that it can be reached: a page that cannot come would take the app away. */
export function openSupport(event: MouseEvent) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  void answers().then((answered) => {
    if (answered) location.assign(SUPPORT)
    else showModal({ kind: 'failed', message: navigator.onLine ? text.supportUnreached : text.supportOffline })
  })
}

/** Where it leads to another site or to a mail, that it does is enough. */
async function answers(): Promise<boolean> {
  if (!navigator.onLine) return false
  const asked = { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) } as const
  return fetch(SUPPORT, asked).then(
    ({ ok, type }) => ok || type === 'opaqueredirect',
    () => false,
  )
}
