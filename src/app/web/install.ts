import { useSyncExternalStore } from 'react'
import { readStoredText, writeStoredText } from '#ui/stored.ts'
import { installOffer, onInstallOffer, takeInstallOffer } from './install-offer.ts'
import { isReturning } from './returning.ts'

const DAY = 24 * 60 * 60 * 1000
/** Days for which nobody asks again. */
const REST = 30

/** How this device can be asked to keep the app: by the browser's own question, or by what to tap on an iPhone. */
export type Install = 'browser' | 'iphone'

const standalone = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
const resting = () => Date.now() - Number(readStoredText('install-later') ?? 0) < REST * DAY

/** How to install, where that is possible and welcome: on the second visit, or once somebody has signed in. */
export function useInstall(): Install | undefined {
  const welcome = useSyncExternalStore(onInstallOffer, () => !standalone() && !resting() && isReturning())
  const offered = useSyncExternalStore(onInstallOffer, () => installOffer() !== undefined)
  if (!welcome) return undefined
  if (offered) return 'browser'
  return isIphoneSafari() ? 'iphone' : undefined
}

/** Not again for a while. */
export function installLater() {
  writeStoredText('install-later', String(Date.now()))
  takeInstallOffer()
}

/** Asks with the browser's own question; who declines it is not asked again for a while. */
export async function install() {
  const offer = takeInstallOffer()
  await offer?.prompt()
  if ((await offer?.userChoice)?.outcome !== 'accepted') installLater()
}

/** Only Safari can do it by its Share button; iPads say that they are Macs. */
function isIphoneSafari(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return apple && /Safari/.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPT|OPiOS|GSA|FBAN|FBAV|Instagram/.test(userAgent)
}
