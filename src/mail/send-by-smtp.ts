import { createTransport } from 'nodemailer'
import { MINUTE, SECOND } from '#kit/clock.ts'
import { isThisMachine } from '#kit/outgoing-tls.ts'
import { composeMail, type MailFrom } from './compose-mail.ts'
import { type Sender, Undeliverable } from './deliver.ts'

/** Milliseconds for one mail in all, well within the lease. */
const PATIENCE = MINUTE

/**
 * Sends mail to a server: `smtp://user:password@host:587` or `smtps://…`. Throws a sentence for the operator where the
 * address cannot be one. With `requireTls` a server over a network gets nothing before TLS has begun. The receiver goes into the envelope as one address, never as text to be taken apart.
 */
export function smtpSender(smtpUrl: string, from: MailFrom, { requireTls = false } = {}): Sender {
  if (!URL.canParse(smtpUrl) || !/^smtps?:\/\/[^/?]/.test(smtpUrl)) {
    throw new Error('SMTP_URL may be an address such as smtp://user:password@mail.example.com:587.')
  }
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: requireTls && !isThisMachine(new URL(smtpUrl).hostname),
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    dnsTimeout: 10 * SECOND,
    socketTimeout: 20 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (message) => {
    const raw = await composeMail(from, message)
    try {
      await transport.sendMail({
        envelope: { from: from.address, to: [message.receiver] },
        raw,
        signal: AbortSignal.timeout(PATIENCE),
      })
    } catch (error) {
      throw isFinal(error) ? new Undeliverable(error.message) : error
    }
  }
}

/** RFC 5321 §4.2.1: a reply 5yz to this very receiver or text. One to the sign-in is for the operator to mend. */
function isFinal(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'responseCode' in error &&
    Number(error.responseCode) >= 500 &&
    'command' in error &&
    (error.command === 'RCPT TO' || error.command === 'DATA')
  )
}
