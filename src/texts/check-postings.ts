import { countOf } from './locale.ts'

/** What is pressed, under one posting or several. */
export const check = (count: number) =>
  countOf(count, { one: 'Check this in the log', other: 'Check these # in the log' })
export const checking = 'Checking…'
export const failed = 'It could not be checked. Try again in a moment.'
