import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newToken } from '#kit/ids.ts'
import { composeMail, type MailFrom } from './compose-mail.ts'
import type { Sender, Senders } from './deliver.ts'

/**
 * Without a mail server or gateway each message becomes a file of one flat folder: mail as .eml, a text message as
 * .txt. Names sort by time and belong to the message, so that a message written twice is still one file.
 */
export function outboxSenders(dataDir: string, from: MailFrom): Senders {
  const folder = join(dataDir, 'outbox')
  const writer = (ending: string, write: (message: Parameters<Sender>[0]) => Promise<Buffer> | string): Sender => {
    return async (message) => {
      const time = message.created_at.toISOString().replace(/[-:.]/g, '')
      await writeWhole(folder, `${time}-${message.id}${ending}`, await write(message))
      return 'file'
    }
  }
  return {
    mail: writer('.eml', (message) => composeMail(from, message)),
    text: writer('.txt', ({ receiver, content }) => `To: ${receiver}\n\n${content}\n`),
  }
}

/** Nobody sees half a file, and what was said to be written is there after a power cut. */
async function writeWhole(folder: string, name: string, content: Buffer | string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${name}.${newToken(6)}`)
  try {
    await writeFile(draft, content, { flush: true, mode: 0o600 })
    await rename(draft, join(folder, name))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
