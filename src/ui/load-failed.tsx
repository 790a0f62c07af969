import { useState } from 'react'
import * as text from '#texts/load-failed.ts'
import { Button } from './button.tsx'
import { useConnection } from './connection.ts'
import { EmptyState } from './empty-state.tsx'

type LoadFailedProps = {
  /** Asks once more; answers when that has come to something. */
  again: () => unknown
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
  const [asking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    await again()
    setAsking(false)
  }
  return (
    <div role="alert">
      <EmptyState
        next={
          <Button variant="secondary" size="medium" busy={asking} onClick={() => void ask()}>
            {asking ? text.asking : label}
          </Button>
        }
      >
        {connection === 'offline' ? offline : children}
      </EmptyState>
    </div>
  )
}
