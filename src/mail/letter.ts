/** Stands in what is written for the name of the operator, until it is known (`nameFor`, `writtenInName`). No keyboard types it. */
export const PRODUCT = '\u{F8FE}'

/** What a message says. `secret`: it carries a code or a link for its receiver alone. */
export type Letter = { subject: string; content: string; secret: boolean }

/** A letter with a code or a link for its receiver alone. */
export function secret(subject: string, content: string): Letter {
  return { subject, content, secret: true }
}

/** A letter without one: administrators may read what it says. */
export function open(subject: string, content: string): Letter {
  return { subject, content, secret: false }
}
