import { useState } from 'react'
import { fieldName } from '#kit/field-rules.ts'
import type { CallError } from './client.ts'

/** Each field that is wrong, by its label, and what is wrong with it; nothing where the message says all of that. */
export function WhatIsWrong({ message, errors }: { message: string; errors: CallError['errors'] }) {
  // by the fields as they are drawn under the modal
  const [wrong] = useState(() => namedProblems(errors))
  if (wrong.every(({ problem }) => problem === message)) return null
  return (
    <ul className="mt-3 flex flex-col gap-1.5 text-start text-14">
      {wrong.map(({ label, problem }) => (
        <li key={`${label} ${problem}`}>
          <b className="text-ink">{label}:</b> {problem}
        </li>
      ))}
    </ul>
  )
}

/** What is wrong, in the order of the page; what no field of it says comes last. */
function namedProblems(errors: CallError['errors']) {
  const fields = [...document.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]')]
  const left = new Map(Object.entries(errors).map(([name, [problem = '']]) => [name, problem]))
  const said = new Map<Element, string>()
  // the same may be wrong with several: those that have a name on the wire come first
  for (const byName of [true, false]) {
    for (const field of fields.filter((each) => !said.has(each))) {
      // what is wrong is said before the hint
      const [error = ''] = field.getAttribute('aria-describedby')?.split(' ') ?? []
      const note = document.getElementById(error)?.textContent
      const name = [...left.keys()].find((key) => left.get(key) === note && (!byName || key === field.name))
      if (name === undefined) continue
      said.set(field, left.get(name) ?? '')
      left.delete(name)
    }
  }
  return [
    ...fields.flatMap((field) => (said.has(field) ? { label: labelOf(field), problem: said.get(field) } : [])),
    ...[...left].map(([name, problem]) => ({ label: capital(fieldName(name)), problem })),
  ]
}

const capital = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)

/** What a field is called on the page. */
function labelOf(field: HTMLInputElement): string {
  const label = field.labels?.[0] ?? field.querySelector('legend')
  return label?.textContent.trim() ?? ''
}
