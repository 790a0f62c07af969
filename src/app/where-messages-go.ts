import { join } from 'node:path'
import type { Settings } from '#kit/config.ts'

/** Where to look for mails and text messages, for whoever starts the house; undefined where gateways take both. */
export function whereMessagesGo({
  dataDir,
  smtpUrl,
  smsUrl,
}: Pick<Settings, 'dataDir' | 'smtpUrl' | 'smsUrl'>): string | undefined {
  const kinds = [...(smtpUrl === undefined ? ['mails'] : []), ...(smsUrl === undefined ? ['text messages'] : [])]
  const [only] = kinds
  if (only === undefined) return undefined
  const what = kinds.join(' and ')
  return `${what.slice(0, 1).toUpperCase()}${what.slice(1)} are written as files to ${join(dataDir, 'outbox')}`
}
