import type { Tx } from '#kit/database.ts'
import { selectAnnouncedAt, selectProofsAnnounced } from './announced-store.ts'
import { toBase64 } from './bytes-rules.ts'
import type { EntryType } from './canonical-rules.ts'

/** What the house has said, with what opens it: `text` is all that was committed to, `salt` is base64. */
export type OpenAnnouncement = { type: EntryType; text: string; salt: string }

/** Figures: strangers have them where they have those of the books. */
const WITH_THE_BOOKS: ReadonlySet<EntryType> = new Set(['backing', 'day', 'proof'])
/** Of settings those that everybody who invests or withdraws is told; the others say how administrators watch one another. */
const TOLD_TO_EVERYBODY = new Set(['kyc', 'payment_hours', 'withdrawal_limit_approved', 'withdrawal_limit_none'])

/**
 * Opens what the house has said at a position to a stranger. Undefined where it has said nothing there, or only to itself;
 * 'hidden' where strangers are not shown the books, and so not this.
 */
export async function openAnnouncement(
  tx: Tx,
  position: number,
  isBooksPublic: () => Promise<boolean>,
): Promise<OpenAnnouncement | 'hidden' | undefined> {
  const announced = await selectAnnouncedAt(tx, position)
  if (announced === undefined) return undefined
  const { type, bytes, salt } = announced
  const text = bytes.toString('utf8')
  if (type === 'setting' && !TOLD_TO_EVERYBODY.has(nameIn(text))) return undefined
  if (WITH_THE_BOOKS.has(type) && !(await isBooksPublic())) return 'hidden'
  return { type, text, salt: toBase64(salt) }
}

const nameIn = (text: string): string => (JSON.parse(text) as { name: string }).name

/** What opens the entry of a proof to everybody: its position, and all that was committed to under this salt (base64). */
export type OpenProof = { index: number; salt: string; text: string }

/** Of these proofs, by what they say, those that have a position. */
export async function openProofs(tx: Tx, said: readonly string[]): Promise<Map<string, OpenProof>> {
  if (said.length === 0) return new Map()
  const found = await selectProofsAnnounced(
    tx,
    said.map((text) => Buffer.from(text)),
  )
  return new Map(
    found.map(({ position: index, bytes, salt }) => {
      const text = bytes.toString('utf8')
      return [text, { index, salt: toBase64(salt), text }]
    }),
  )
}
