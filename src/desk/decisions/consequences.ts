import type { Status } from '#kit/wire.ts'
import { fromWire, microUsd, ZERO } from '#money/micro-usd.ts'
import { decimalsOf, showUsd } from '#money/show.ts'
import type { PreviewReply } from '#records/contract.ts'
import { accountNames } from '#desk/account-names.ts'

type Move = PreviewReply['moves'][number]

/** What a correction would move, each in a sentence: people's wallets first, then what runs and is held, then the operator's. */
export function consequencesOf(preview: PreviewReply, before: Status, after: Status): string[] {
  const over = after === 'declined' || after === 'completed'
  const lines = ORDER.flatMap((account) =>
    preview.moves.filter((move) => move.account === account).map((move) => sentenceOf(move, SAID[account], over)),
  )
  return [...lines, ...earningOf(preview, before, after)]
}

/** `over`: what the record was for is over, so that money comes back. */
type Say = (money: string, of: string | null, over: boolean) => string

/** What is said of each account, where it gets more and where it gets less; the operator's own expenses are the other side of it. */
const SAID = {
  earnings: wallet('earnings'),
  referral: wallet('referral'),
  bonus: wallet('bonus'),
  invested: [(money, of) => `${money} starts running for ${of}.`, (money, of) => `${money} stops running for ${of}.`],
  withdrawing: [
    (money, of) => `${money} is held for ${of}’s withdrawals.`,
    (money, of) => `${money} is no longer held for ${of}’s withdrawals.`,
  ],
  custody: [
    (money, of) => `${money} is added to custody at ${of}.`,
    (money, of) => `${money} is taken out of custody at ${of}.`,
  ],
  suspense: [
    (money, of) => `${money} is held in suspense at ${of}.`,
    (money, of) => `${money} is no longer held in suspense at ${of}.`,
  ],
  adjustments: [(money) => `${money} goes back to the operator.`, (money) => `The operator bears ${money}.`],
} as const satisfies Partial<Record<Move['account'], readonly [more: Say, less: Say]>>

const ORDER = Object.keys(SAID) as (keyof typeof SAID)[]

function wallet(kind: keyof typeof accountNames): readonly [more: Say, less: Say] {
  const name = accountNames[kind]
  return [
    (money, of, over) => `${money} ${over ? 'returns' : 'goes'} to ${of}’s ${name}.`,
    (money, of) => `${money} is taken from ${of}’s ${name}.`,
  ]
}

function sentenceOf({ of, amount }: Move, [more, less]: readonly [more: Say, less: Say], over: boolean): string {
  const by = fromWire(amount)
  const size = by > ZERO ? by : microUsd(-by)
  return (by > ZERO ? more : less)(showUsd(size, decimalsOf(size)), of, over)
}

/** What becomes of earning. */
function earningOf({ earned }: PreviewReply, before: Status, after: Status): string[] {
  if (earned === null) return []
  const soFar = fromWire(earned)
  const money = showUsd(soFar, decimalsOf(soFar))
  if (before === 'approved' && after === 'completed') return [`Earning stops at ${money}.`]
  if (before === 'approved' && after !== 'approved') return ['Earning stops, and what it earned is taken back.']
  if (after === 'approved') return [`It has earned ${money} by then and goes on earning.`]
  return []
}
