import { countOf } from './count-of.ts'

const MOST_TOLD = 20

/** What failed of many records that are handled one after the other: none keeps the others back, and no error is lost. */
export class Failures {
  /** whose handling failed, the first first */
  readonly ids: string[] = []
  private readonly told: Error[] = []

  add(id: string, error: unknown): void {
    this.ids.push(id)
    if (this.told.length < MOST_TOLD) this.told.push(new Error(`record ${id}`, { cause: error }))
  }

  /** Throws one error that holds the first twenty, if there are any. */
  throwTogether(): void {
    const failed = countOf(this.ids.length, 'record')
    if (this.ids.length > 0) throw new AggregateError(this.told, `${failed} failed: tried again next time.`)
  }
}
