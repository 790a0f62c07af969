import * as text from '#messages/load-failed.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** What stands where something could not be read from the server, and the way to try it again. */
export function LoadFailed({ again, children = text.failed }: { again: () => void; children?: string | undefined }) {
  return (
    <div role="alert">
      <EmptyState
        next={
          <Button look="secondary" size="medium" onClick={again}>
            {text.again}
          </Button>
        }
      >
        {children}
      </EmptyState>
    </div>
  )
}
