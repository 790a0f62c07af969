import { MINUTE } from './clock.ts'
import { databaseClock } from './database-clock.ts'
import type { Tx } from './database.ts'

/**
 * Figures as everybody is shown them, at most a minute old: to the second they would tell everybody what others have just
 * paid in or taken out. Kept in the memory of the process; whoever asks while they are made gets those.
 */
export class KeptFigures<Figures extends { as_of: string }> {
  private readonly make: (tx: Tx, now: Date) => Promise<Figures>
  private kept: Figures | undefined
  private making: Promise<Figures> | undefined

  constructor(make: (tx: Tx, now: Date) => Promise<Figures>) {
    this.make = make
  }

  async of(tx: Tx): Promise<Figures> {
    const now = (await databaseClock(tx)).now()
    if (this.kept !== undefined) {
      const age = now.getTime() - Date.parse(this.kept.as_of)
      if (age >= 0 && age < MINUTE) return this.kept
    }
    this.making ??= this.make(tx, now).finally(() => (this.making = undefined))
    return (this.kept = await this.making)
  }
}
