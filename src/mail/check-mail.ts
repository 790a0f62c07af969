import { refuse, refuseField } from '#kit/refusal.ts'
import { markdownAsText } from './render-markdown.ts'
import { problemsOfMail } from './rules.ts'

/** Refuses (422, by field) a mail that is not one: no title of one line, nothing to read, not exactly one address. */
export function checkMail(mail: { title: string; content: string; receiver?: string }): void {
  const errors = problemsOfMail(mail)
  const problem = Object.values(errors)[0]?.[0]
  if (problem !== undefined) refuse('bad input', problem, errors)
  if (markdownAsText(mail.content).trim() === '') refuseField('content', 'This text has nothing to show in a mail.')
}
