import { LOCALE } from './locale.ts'

export { archiveTitle as title } from './archive-title.ts'
export const lead =
  'One file with your account, every entry, statements, identity documents and proofs, and how to check them without us.'
export const make = 'Make the file'
export const making = 'Your file is being made. You can leave this page: we’ll tell you when it’s ready.'
export const progress = (step: number, steps: number) => `${step} of ${steps} parts`
export const readyUntil = (moment: string) => `Ready until ${moment}`
export const madeAt = (moment: string, size: string) => `As of ${moment} · ${size}`
export const download = 'Download'
export const downloading = 'downloading...'
export const makeAgain = 'Make a new one'
export const failed = 'Your file could not be made. Nothing else is affected.'
export const tryAgain = 'Try again'
export const signInFirst =
  'It has what you handed in for your identity check. To download it, sign out, sign in again, and come back within five minutes.'
export const fileName = 'plumb-archive.zip'

const KILO = 1000
/** `1.2 MB`, or `84 KB` of what is less. */
export const sizeOf = (bytes: number) =>
  bytes < KILO * KILO
    ? `${Math.ceil(bytes / KILO)} KB`
    : `${(bytes / KILO / KILO).toLocaleString(LOCALE, { maximumFractionDigits: 1 })} MB`
