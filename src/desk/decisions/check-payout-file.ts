import type { CheckedPayout } from '#withdrawals/contract.ts'
import {
  batchesIn,
  foresee,
  type PayoutFile,
  type PayoutVerdict,
  repeatsIn,
  showWritten,
} from '#withdrawals/payout-rules.ts'
import { call } from '#desk/calls.ts'

/** A line of a payout list that came back, and what would become of it. */
export type PayoutRow = {
  /** its line, as text: a withdrawal may be in several */
  id: string
  line: number
  who: string
  /** dollars, as the record has them; null where there is no record */
  amount: string | null
  /** whose and how much it is as the file has it, where no record says so */
  inFile: string
  verdict: PayoutVerdict | 'unfilled'
  words: string
  /** what else its transaction pays or has paid */
  also: string | null
  /** what is sent to mark it as paid */
  pay: (NonNullable<CheckedPayout['withdrawal']> & { txid: string }) | null
}

/** A line that is sent: it has a record. */
export type SentRow = PayoutRow & { amount: string; pay: NonNullable<PayoutRow['pay']> }
/** A payout list that came back, and what would become of each line. */
export type CheckedFile = { file: PayoutFile; rows: readonly PayoutRow[] }

/** So many lines are checked by one call. */
const PIECE = 50

/**
 * Asks what would become of each line, piece after piece, and tells how many are checked. Lines that nobody has filled
 * in, and those that come twice, are not asked for. Throws a CallError where there is no answer.
 */
export async function checkPayoutFile({ lines }: PayoutFile, tell: (checked: number) => void): Promise<PayoutRow[]> {
  const [repeats, batches] = [repeatsIn(lines), batchesIn(lines)]
  const asked = lines.filter(({ line, txid }) => txid !== '' && !repeats.has(line))
  const answers = new Map<number, CheckedPayout>()
  const wallets = new Map<string, { name: string; holds: string }>()
  let [left, mayAsk]: [string | null, number] = [null, 0]
  for (let at = 0; at < asked.length; at += PIECE) {
    tell(at)
    const piece = asked.slice(at, at + PIECE)
    const body = { lines: piece.map(({ line: _, user: __, ...rest }) => rest) }
    const reply = await call('POST /api/admin/check-payouts', { body })
    ;[left, mayAsk] = [reply.left_alone, reply.may_ask]
    for (const wallet of reply.wallets) wallets.set(wallet.id, wallet)
    for (const [place, { line }] of piece.entries()) {
      const answer = reply.lines[place]
      if (answer) answers.set(line, answer)
    }
  }
  const rows = lines.map(({ line, txid, user, amount }) => {
    const answer = answers.get(line)
    const pay = answer?.withdrawal ? { ...answer.withdrawal, txid: answer.txid } : null
    return {
      ...{ id: String(line), line, who: pay ? `${pay.user_name}, by ${pay.wallet_name}` : '' },
      inFile: pay ? '' : [user, showWritten(amount)].filter(Boolean).join(', '),
      ...{ amount: pay?.amount ?? '0.00', wallet_id: pay?.wallet_id ?? null, pay },
      ...saidOf(answer, txid, repeats.get(line)),
    }
  })
  const foreseen = foresee(rows.filter(isForeseen), { left, mayAsk, wallets })
  const byLine = new Map(foreseen.map((row) => [row.line, row]))
  return rows.map((row) => {
    const { wallet_id: _, ...shown } = byLine.get(row.line) ?? row
    const isSent = shown.verdict === 'pay' || shown.verdict === 'waits'
    const also = [isSent && batches.get(row.line), answers.get(row.line)?.also].filter(Boolean).join(' ')
    return { ...shown, also: also || null, amount: row.pay ? row.amount : null }
  })
}

type Row = { verdict: PayoutRow['verdict'] }
function isForeseen<One extends Row>(row: One): row is One & { verdict: PayoutVerdict } {
  return row.verdict !== 'unfilled'
}

function saidOf(
  answer: CheckedPayout | undefined,
  txid: string,
  repeated: string | undefined,
): Pick<PayoutRow, 'verdict' | 'words'> {
  if (answer) return { verdict: answer.verdict, words: answer.words }
  if (txid === '') return { verdict: 'unfilled', words: 'No transaction id yet.' }
  return { verdict: 'refused', words: repeated ?? 'Not checked.' }
}
