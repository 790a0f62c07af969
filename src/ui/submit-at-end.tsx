import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type SubmitAtEndProps = {
  busy: boolean
  /** What is to be read before it is pressed. */
  first?: ReactNode
  /** The id of what says why it cannot be pressed, where it cannot. */
  why?: string | undefined
  children: ReactNode
}

/** The button that sends a form. Beside a list it is in sight at the bottom of the panel, where the form goes on below its line. */
export function SubmitAtEnd({ busy, first, why, children }: SubmitAtEndProps) {
  return (
    // over the padding of what it stands in, so that nothing is seen to pass below it
    <div className="z-10 -mb-5 border-t border-line bg-surface pt-4 pb-5 lg:sticky" style={{ bottom: '-1.25rem' }}>
      {first}
      <Button type="submit" busy={busy} disabled={why !== undefined} aria-describedby={why} className="w-full">
        {children}
      </Button>
    </div>
  )
}
