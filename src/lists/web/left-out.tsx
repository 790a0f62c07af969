import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as text from '#texts/left-out.ts'
import type { PlumbEvent } from '#ui/plumb-line.tsx'

type Act = { after_gap?: true | undefined }

/** The acts of a history as events; where some between two of them are left out, it says so and where all of them are. */
export function withGaps<One extends Act>(
  history: readonly One[],
  eventOf: (act: One) => PlumbEvent,
  all: ReactNode = <OwnData />,
): PlumbEvent[] {
  const gap: PlumbEvent = { title: text.leftOut, detail: all, state: 'done' }
  return history.flatMap((act) => (act.after_gap ? [gap, eventOf(act)] : [eventOf(act)]))
}

function OwnData() {
  return (
    <Link to="/statement" className="-my-3 inline-flex min-h-11 items-center font-semibold text-brand underline">
      {text.all}
    </Link>
  )
}
