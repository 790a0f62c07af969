/**
 * An event as its notification has it: what it is about (an amount, roles, a reason) and how it ended. It does not say
 * whether a record has a reason, an address or a transaction id, so no mail promises one.
 */
export type Event = {
  title: string
  bold_value: string
  status_text: string
  /** what else comes of it, in a sentence of ours */
  follows?: string | undefined
}

/** `unasked`: what to do at that place about what somebody else has done. */
export type Words = (event: Event) => { subject: string; said: string; place: string; unasked?: string }
