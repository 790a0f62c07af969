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

/** Throws a sentence where the address that a command was given, or takes for the house’s, is not that of its log. */
export async function refuseOtherAddress(
  tx: Tx,
  { appUrl, isAppUrlGiven }: Pick<Settings, 'appUrl' | 'isAppUrlGiven'>,
): Promise<void> {
  const fixed = await selectSigner(tx)
  const given = originOf(appUrl)
  if (fixed === undefined || isAt(fixed.origin, given)) return
  throw new Error(
    `The log of this house is that of ${fixed.origin}, and ${isAppUrlGiven ? 'by' : 'without'} APP_URL it would be ${given}. ` +
      'Give APP_URL, or PORT, as npm start has it.',
  )
}
