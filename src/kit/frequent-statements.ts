/** A statement gets its name when it is sent for this time: many are sent once and never again. */
const OFTEN = 5
/** As many have a name: each connection keeps the plans of all of them. */
const MOST_NAMES = 100
/** Of so many texts without a name it is counted how often they were sent: there is no end of texts. */
const MOST_COUNTED = 2000
/** A plan for a list of any length counts on ten. */
const LONGEST_LIST = 10
/** Characters of a list that goes as a text: ten ids. */
const LONGEST_TEXT = 400

/**
 * Names for the statements that are sent often: by its name a connection plans a statement once, and not each time. What
 * comes with a long list is planned for that one. None are given any more once a plan was made for other columns than
 * there are: a newer process has changed a table, and is about to replace this one.
 */
export class FrequentStatements {
  readonly #names = new Map<string, string>()
  readonly #sent = new Map<string, number>()
  #isOver = false

  /** The name of a statement with these values; undefined where it is to be planned for itself. */
  nameOf(text: string, values: readonly unknown[]): string | undefined {
    if (this.#isOver || values.length === 0 || values.some(isLong)) return undefined
    return this.#names.get(text) ?? this.#nameInTime(text)
  }

  #nameInTime(text: string): string | undefined {
    if (this.#names.size === MOST_NAMES) return undefined
    const times = (this.#sent.get(text) ?? 0) + 1
    if (times < OFTEN) {
      if (this.#sent.size === MOST_COUNTED) this.#sent.clear()
      this.#sent.set(text, times)
      return undefined
    }
    this.#sent.delete(text)
    const name = `often ${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  /** Gives no name any more. */
  end(): void {
    this.#isOver = true
  }
}

/** Also of a list that goes as a text, as PostgreSQL or JSON writes it. */
const isLong = (value: unknown) =>
  Array.isArray(value)
    ? value.length > LONGEST_LIST
    : typeof value === 'string' && value.length > LONGEST_TEXT && /^[{[]/.test(value)
