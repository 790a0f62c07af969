import type { Settings } from '#kit/config.ts'
import type { Tx } from '#kit/database.ts'
import { selectSigner } from './signer-store.ts'

/** The name of the log: its address without the scheme. */
export function originOf(appUrl: string): string {
  const { host, pathname } = new URL(appUrl)
  return `${host}${pathname.replace(/\/$/, '')}/log`
}

/** Whether a log is that of an origin, or of one under which it went on there. */
export function isAt(log: string, origin: string): boolean {
  return log === origin || log.startsWith(`${origin}/`)
}

/**
 * For a command that writes or says where the house is: throws a sentence where nobody has given its address, and the one
 * that is taken for it is not that under which its log is signed.
 */
export async function refuseGuessedAddress(
  tx: Tx,
  { appUrl, isAppUrlGiven }: Pick<Settings, 'appUrl' | 'isAppUrlGiven'>,
): Promise<void> {
  const fixed = await selectSigner(tx)
  const guessed = originOf(appUrl)
  if (isAppUrlGiven || fixed === undefined || isAt(fixed.origin, guessed)) return
  throw new Error(
    `The log of this house is that of ${fixed.origin}, and without APP_URL it would be ${guessed}. ` +
      'Give APP_URL, or PORT, as npm start has it.',
  )
}
