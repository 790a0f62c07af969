import type { TransferKind } from '#ledger/contract.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import type { JournalAccount } from './accounts.ts'

/** What a journal is about. Days are UTC, `YYYY-MM-DD`. */
export type JournalHead = {
  madeAt: Date
  /** null: the whole books */
  investor: { id: string; name: string } | null
  /** null: from the first */
  from: string | null
  /** the last day, included; null: up to now */
  to: string | null
}

/** What stands on an account, micro-dollars: a debit is positive, a credit negative. */
export type JournalBalance = { account: JournalAccount; balance: MicroUsd }

/** A transfer in the order of the books. */
export type JournalTransfer = {
  id: string
  kind: TransferKind
  /** the record that it belongs to, such as `investment/…` */
  reference: string
  /** the day under which it stands: never before that of the transfer ahead of it */
  day: string
  effectiveAt: Date
  /** micro-dollars, debits positive; `balance` is what stands on the account afterwards */
  lines: (JournalBalance & { amount: MicroUsd })[]
}

export type JournalCounts = { transfers: number; lines: number }

/** How a journal is written, part after part in this order; `index` counts from 0. What is not needed is not read. */
export type JournalFormat = {
  head: (head: JournalHead) => string
  account: (account: JournalAccount, index: number) => string
  /** what stood on each account before the first day; the first that has something is told apart by its index */
  opening: (line: JournalBalance, index: number, day: string) => string
  /** between the openings and the first transfer */
  begin: () => string
  transfer: (transfer: JournalTransfer, index: number) => string
  /** between the last transfer and the closings */
  close?: () => string
  /** what stands on each account in the end; `after` is the day after the last */
  closing?: (line: JournalBalance, index: number, after: string) => string
  end: (counts: JournalCounts) => string
}

const MICROS_PER_DOLLAR = 1_000_000n

/** Dollars with all six decimals: `-10.000001`. */
export function sixDecimals(amount: MicroUsd): string {
  const size = amount < 0n ? -amount : amount
  return `${amount < 0n ? '-' : ''}${size / MICROS_PER_DOLLAR}.${(size % MICROS_PER_DOLLAR).toString().padStart(6, '0')}`
}

/** Which books, and of which days. */
export function journalTitle({ investor, from, to }: JournalHead): string {
  const whose = investor === null ? 'The whole books' : `The accounts of investor ${investor.id}`
  return `${whose}, from ${from ?? 'the first day'} to ${to ?? 'now'} (UTC)`
}
