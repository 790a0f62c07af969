/** What Chromium's browsers hand out once, early: the right to ask. */
export type InstallOffer = Event & {
  prompt(): Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let kept: InstallOffer | undefined
const listeners = new Set<() => void>()
const keep = (offer: InstallOffer | undefined) => {
  kept = offer
  for (const listener of listeners) listener()
}

globalThis.addEventListener?.('beforeinstallprompt', (event) => {
  event.preventDefault()
  keep(event as InstallOffer)
})

export function installOffer(): InstallOffer | undefined {
  return kept
}

/** It is good for one question only. */
export function takeInstallOffer(): InstallOffer | undefined {
  const offer = kept
  keep(undefined)
  return offer
}

export function onInstallOffer(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
