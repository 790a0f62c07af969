import * as text from '#texts/load-failed.ts'
import { Button } from './button.tsx'
import { useConnection } from './connection.ts'
import { EmptyState } from './empty-state.tsx'

type LoadFailedProps = {
  again: () => void
  /** What the button says, where it does more than try again. */
  label?: string | undefined
  /** What is said without a connection. */
  offline?: string
  /** What is said otherwise. */
  children?: string | undefined
}

/** What stands where something could not be read from the server, and the way to try it again. */
export function LoadFailed({
  again,
  label = text.again,
  offline = text.offline,
  children = text.failed,
}: LoadFailedProps) {
  // seldom drawn, and part of what everybody loads first
  'use no memo'
  const connection = useConnection()
  return (
    <div role="alert">
      <EmptyState
        next={
          <Button variant="secondary" size="medium" onClick={again}>
            {label}
          </Button>
        }
      >
        {connection === 'offline' ? offline : children}
      </EmptyState>
    </div>
  )
}
