import MailComposer from 'nodemailer/lib/mail-composer'
import { keptLines } from '#log/kept-note-rules.ts'
import { drawRosette } from './draw-rosette.ts'
import { htmlDocument, markdownAsText } from './render-markdown.ts'
import { isMailAddress } from './rules.ts'

/** Who the mail comes from. */
export type MailFrom = { name: string; address: string }

/** The parts of a message that a mail is made of. */
export type Mail = {
  id: string
  receiver: string
  subject: string | null
  content: string
  /** the content is Markdown: the mail gets an HTML part beside its plain text */
  markdown: boolean
  created_at: Date
  /** who the operator is called now, where that is another name than the sender's */
  sender_name?: string | undefined
  /** what its receiver has chosen to know our mail by */
  word?: string | undefined
  /** the account whose engraving it shows */
  rosette_of?: string | null
  /** the newest checkpoint of the log and its key, which every mail ends with */
  log?: { key: string; note: string } | undefined
}

const ROSETTE_CID = 'engraving@plumb'
const ROSETTE_FILE = {
  ...({ filename: 'engraving.png', contentType: 'image/png', contentDisposition: 'inline', cid: ROSETTE_CID } as const),
}

/** What is said of the last lines of a mail. */
const KEEP = 'Keep this email: on our page about the books its last line shows if the past is changed after today.'

/** ASCII in lines of at most 998 characters: RFC 5322 §2.1.1 */
const AS_IT_IS = /^[\t\x20-\x7e]{0,998}(?:\n[\t\x20-\x7e]{0,998})*$/

/**
 * Writes a mail as RFC 5322 wants it: plain text as it is where it is ASCII (so that a long link stays whole
 * in the file), else quoted-printable; Markdown as plain text and HTML side by side.
 * The same message is always the same mail, with the same Message-ID, so that one sent twice is known as one.
 * The word of the receiver's own stands first, and an engraving goes along as a picture; the last line is the newest
 * checkpoint of the log, so that whoever keeps one mail can show a rewriting.
 * Throws where the receiver is not exactly one address, whoever asked for it.
 */
export async function composeMail(from: MailFrom, mail: Mail): Promise<Buffer> {
  if (!isMailAddress(mail.receiver)) throw new Error('the receiver is not one mail address')
  const subject = mail.subject ?? ''
  const word = mail.word === undefined ? '' : `Your word: ${mail.word}`
  const said = mail.markdown ? markdownAsText(mail.content) : mail.content
  const foot = mail.log === undefined ? [] : [KEEP, ...keptLines(mail.log)]
  const body = word === '' ? said : `${word}\n\n${said}`
  const text = foot.length === 0 ? body : `${body.trimEnd()}\n\n${foot.join('\n')}\n`
  // what is plain text has no place for a picture
  const rosette = mail.markdown && mail.rosette_of ? await drawRosette(mail.rosette_of) : undefined
  const above = { word, picture: rosette && { cid: ROSETTE_CID, says: 'The engraving of your account' } }
  const composed = new MailComposer({
    from: { ...from, name: mail.sender_name ?? from.name },
    to: { name: '', address: mail.receiver },
    subject,
    date: mail.created_at,
    messageId: `<${mail.id}@${from.address.split('@').at(-1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text,
    ...(mail.markdown ? { html: htmlDocument(subject, mail.content, above, foot) } : {}),
    ...(rosette && { attachments: [{ ...ROSETTE_FILE, content: rosette }] }),
    // What parts the parts belongs to the message too, and nobody who writes one knows its id.
    ...{ baseBoundary: mail.id },
    textEncoding: 'quoted-printable',
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const plain = mail.markdown ? composed.childNodes[0] : composed
  if (plain !== undefined && AS_IT_IS.test(text)) plain.getTransferEncoding = () => '7bit'
  return composed.build()
}

/** Reads `Plumb <no-reply@plumb.example>` or a bare address. Throws a sentence for the operator. */
export function readMailFrom(text: string): MailFrom {
  const [, name = '', inner = text] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim()) ?? []
  const address = inner.trim()
  if (!isMailAddress(address, 1))
    throw new Error(`MAIL_FROM is "${text}": it may be an address such as Plumb <no-reply@example.com>.`)
  return { name: name.trim().replaceAll('"', ''), address }
}
