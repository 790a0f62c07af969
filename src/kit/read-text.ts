import { refuseField } from './refusal.ts'

/** A text that somebody typed, without what stands round it. 422 if nothing is left. */
export function readText(field: string, typed: string): string {
  const text = typed.trim()
  return text === '' ? refuseField(field, 'Write something here.') : text
}
