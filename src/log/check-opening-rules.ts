/** Whether what a screen shows of a transfer is what the log has of it, and what was signed; in Node and in a browser. */
import { fromWire } from '#money/micro-usd.ts'
import { fromBase64, sameBytes } from './bytes-rules.ts'
import type { OpeningReply } from './contract.ts'
import type { StepAnswer } from './verdict-rules.ts'
import { commitmentOfParts, isTransferAt } from './verify-opening-rules.ts'
import { openNote, readNote, readTreeHead, readVerifierKey } from './verify-note-rules.ts'

/** An account by its name in the books; dollars as on the wire, on the account's own side. */
export type ShownEntry = { account: string; amount: string; balance_after: string | null }
/** What a screen shows of a transfer: as many of its entries as it shows. */
export type ShownPosting = { id: string; at: string; kind: string; entries: readonly ShownEntry[] }

/** Where what is shown is not what was opened; of an entry with its account, and micro-dollars on its own side. */
export type StoryDifference =
  | { field: 'number' | 'kind' | 'time' | 'entries' }
  | { field: 'account'; account: string }
  | { field: 'amount' | 'balance'; account: string; shown: bigint; logged: bigint }

/**
 * `shown`: the screen shows what was opened. `committed`: that is what the log has at its position. `included`: the
 * position is among those of a checkpoint. `signed`: the checkpoint is, with the key that stands with it.
 */
export type OpeningStep =
  | { what: 'shown'; is: StepAnswer; difference: StoryDifference | null }
  | { what: 'committed' | 'included' | 'signed'; is: StepAnswer }

/** Never says yes to what it has not looked at: without a position or a checkpoint the steps that need them are not checked. */
export async function checkOpening(shown: ShownPosting, opened: OpeningReply): Promise<OpeningStep[]> {
  const { position, log } = opened
  const is: StepAnswer = 'not checked'
  if (position === null) {
    return [
      { what: 'shown', is, difference: null },
      ...(['committed', 'included', 'signed'] as const).map((what) => ({ what, is })),
    ]
  }
  const published = fromBase64(opened.commitment ?? '')
  const commitment = await commitmentOfParts(opened.parts)
  const isCommitted = published !== undefined && commitment !== undefined && sameBytes(commitment, published)
  const difference = differenceIn(shown, opened.parts)
  return [
    { what: 'shown', is: difference === null ? 'yes' : 'no', difference },
    { what: 'committed', is: answer(isCommitted) },
    { what: 'included', is: log === null ? is : answer(await isIn(log, position, published)) },
    { what: 'signed', is: log === null ? is : await isSigned(log) },
  ]
}

const answer = (isRight: boolean): StepAnswer => (isRight ? 'yes' : 'no')

type Signed = NonNullable<OpeningReply['log']>

async function isIn(log: Signed, position: number, commitment: Uint8Array | undefined): Promise<boolean> {
  const head = readTreeHead(readNote(log.note)?.text ?? '')
  if (head === undefined || commitment === undefined || head.size !== log.size) return false
  return await isTransferAt(position, commitment, log, head.root)
}

/** A key signs for the log of its own name alone. Where the browser knows no Ed25519 nothing was checked. */
async function isSigned({ note, key }: Signed): Promise<StepAnswer> {
  const verifier = await readVerifierKey(key)
  if (verifier === undefined) return 'no'
  try {
    const text = await openNote(note, verifier)
    return answer(text !== undefined && readTreeHead(text)?.origin === verifier.name)
  } catch {
    return 'not checked'
  }
}

/** The first difference between what is shown and what was opened; null where there is none. */
function differenceIn(shown: ShownPosting, [header, ...others]: OpeningReply['parts']): StoryDifference | null {
  const lines = header !== undefined && 'text' in header ? header.text.split('\n') : []
  const [number, kind, , at = '', , , entries] = lines
  if (number !== `transfer ${shown.id}`) return { field: 'number' }
  if (kind !== shown.kind) return { field: 'kind' }
  if (Date.parse(at) !== Date.parse(shown.at)) return { field: 'time' }
  if (entries !== `entries ${others.length}`) return { field: 'entries' }
  const open = others.flatMap((part) => ('text' in part ? [entryIn(part.text)] : []))
  return shown.entries.map((entry) => differenceOf(entry, open)).find((found) => found !== null) ?? null
}

type Entry = { account: string; amount: bigint; balance: bigint }

/** As a screen says it: an amount on the account's own side. */
function entryIn(text: string): Entry {
  const [account = '', , amount = '', balance = ''] = text.split('\n')
  const debit = BigInt(amount)
  return { account, amount: isOnDebitSide(account) ? debit : -debit, balance: BigInt(balance) }
}

/** What grows by a debit (business rules §3). */
const isOnDebitSide = (account: string) => /^(custody|expense)\//.test(account)

/** A transfer may have several entries on one account: one of them has to be the one that is shown. */
function differenceOf(shown: ShownEntry, open: readonly Entry[]): StoryDifference | null {
  const { account } = shown
  const [amount, balance] = [
    fromWire(shown.amount),
    shown.balance_after === null ? null : fromWire(shown.balance_after),
  ]
  const there = open.filter((entry) => entry.account === account)
  const alike = there.filter((entry) => entry.amount === amount)
  const [one, other] = [alike[0], there[0]]
  if (other === undefined) return { field: 'account', account }
  if (one === undefined) return { field: 'amount', account, shown: amount, logged: other.amount }
  if (balance === null || alike.some((entry) => entry.balance === balance)) return null
  return { field: 'balance', account, shown: balance, logged: one.balance }
}
