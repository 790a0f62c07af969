import { MINUTE } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuseField } from '#kit/refusal.ts'
import { isZone } from '#statements/rules.ts'

/**
 * Figures that take longer to count than everybody who looks at them should wait for: each is at most a minute old, and
 * says of which moment it is. Kept in memory, for the zone that was asked for last: one operator's people share one.
 */
export class KeptMinute<Answer extends { as_of: string }> {
  private readonly count: (tx: Tx, now: Date, zone: string) => Promise<Answer>
  private kept: { zone: string; answer: Answer } | undefined

  constructor(count: (tx: Tx, now: Date, zone: string) => Promise<Answer>) {
    this.count = count
  }

  /** By the days of `zone`, UTC where none is named; 422 if it is none. */
  async of(tx: Tx, asked: { zone?: string | undefined }): Promise<Answer> {
    const zone = asked.zone ?? 'UTC'
    if (!isZone(zone)) refuseField('zone', 'This is not a time zone: use a name such as Europe/Berlin.')
    const now = (await databaseClock(tx)).now()
    if (this.kept?.zone === zone) {
      const age = now.getTime() - Date.parse(this.kept.answer.as_of)
      if (age >= 0 && age < MINUTE) return this.kept.answer
    }
    const answer = await this.count(tx, now, zone)
    this.kept = { zone, answer }
    return answer
  }
}
