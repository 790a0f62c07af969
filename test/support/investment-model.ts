/**
 * Investments and their referral as business rules §4 and §6 put them into words, without the server: what every
 * account should hold, counted from nothing. Times in milliseconds, amounts in micro-dollars.
 */
import { DAY, SECOND } from '#kit/clock.ts'
import type { Status } from '#kit/wire.ts'

/** The offer that all of the model's investments are made on: 14 days at 0.4 % a day, a twentieth for the inviter. */
export const OFFER = { duration: 14, rate: 4_000n, inviterShare: 20n }

export type Model = {
  source: 'payment' | 'bonus' | 'reinvest'
  amount: bigint
  status: Status
  created: number
  began: number | null
  completed: number | null
  expires: number
  received: bigint
}

export type ReferralModel = {
  decided: 'pending' | 'approved' | 'declined'
  /** to the inviter, less what has been taken back */
  credited: bigint
  /** by the inviter */
  takenOut: bigint
}

export function invested({ status }: { status: Status }): boolean {
  return status === 'approved' || status === 'completed'
}

export function endOf({ began }: Model): number {
  return (began ?? Number.NaN) + OFFER.duration * DAY
}

export function earned(record: Model, now: number): bigint {
  if (!invested(record) || record.began === null) return 0n
  const until = Math.min(record.completed ?? now, endOf(record))
  const seconds = Math.max(0, Math.floor((until - record.began) / SECOND))
  return (record.amount * OFFER.rate * BigInt(seconds)) / 86_400_000_000n
}

/** What one investor's accounts and wallet should hold; `earnings` to the second. */
export function balances(records: readonly Model[], bonus: bigint, takenOut: bigint, now: number) {
  const sums = { earnings: -takenOut, invested: 0n, bonus, custody: 0n, suspense: 0n }
  for (const record of records) {
    const { source, status, amount, received } = record
    sums.earnings += earned(record, now)
    sums.custody += received
    sums.suspense += received
    if (invested(record)) {
      // what came in for it stands for its principal first
      const own = amount < received ? amount : received
      if (source === 'payment') {
        sums.suspense -= own
        sums.custody += amount - own
      } else sums[source === 'bonus' ? 'bonus' : 'earnings'] -= amount
    }
    if (status === 'approved') sums.invested += amount
    if (status === 'completed') sums[source === 'bonus' ? 'bonus' : 'earnings'] += amount
  }
  return sums
}

export function edited(record: Model, edit: { amount: bigint; date: number; status: Status }, now: number): Model {
  const { amount, date, status } = edit
  const works = invested({ status })
  const alone = date === record.created || date === record.began
  const asItWas = alone ? record.completed : null
  return {
    ...record,
    amount,
    status,
    created: alone ? record.created : date,
    began: alone ? (record.began ?? (works ? now : null)) : date,
    completed: status === 'completed' ? (asItWas ?? now) : null,
    expires: status === 'pending' && record.status !== 'pending' ? now + DAY : record.expires,
  }
}

/** What the inviter has coming. */
export function owed({ decided }: Pick<ReferralModel, 'decided'>, record: Model): bigint {
  return decided === 'approved' && invested(record) ? record.amount / OFFER.inviterShare : 0n
}

/** The referral after its investment, or what was decided about it, has changed; what the wallet lacks stays credited. */
export function followed(referral: ReferralModel | null, record: Model): ReferralModel | null {
  if (record.source !== 'payment' || (referral === null && !invested(record))) return referral
  const { decided, credited, takenOut } = referral ?? { decided: 'pending', credited: 0n, takenOut: 0n }
  const tooMuch = credited - owed({ decided }, record)
  const held = credited - takenOut
  const takenBack = tooMuch < held ? tooMuch : held
  return { decided, credited: credited - takenBack, takenOut }
}

export function referralStatus(referral: ReferralModel, record: Model): Status {
  if (referral.decided === 'declined' || !invested(record)) return 'declined'
  return referral.decided === 'pending' ? 'pending' : record.status
}
