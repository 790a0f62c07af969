import { Link } from '@tanstack/react-router'
import * as text from '#texts/backed.ts'
import { askBooks, useAsked } from './calls.ts'

/** How much of what is owed is held, and the way to where that comes from. Nothing where nobody is to see it. */
export function Backed() {
  const { data } = useAsked(askBooks)
  if (data === undefined || !('custody' in data)) return null
  return (
    <Link to="/books" className="inline-flex items-center rounded font-semibold text-brand">
      {data.coverage === null ? text.books : text.backed(data.coverage)} · {text.look}
    </Link>
  )
}
