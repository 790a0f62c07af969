import * as text from '#texts/update.ts'
import { Button } from '#ui/button.tsx'
import { DeviceBar } from './device-bar.tsx'

/** A new version waits; it takes over only when the person says so, and a half-typed form stays. */
export function UpdateBar({ onUpdate, onLater }: { onUpdate: () => void; onLater: () => void }) {
  return (
    <DeviceBar label={text.ready}>
      <p role="status" className="min-w-0 flex-1 ps-1 text-15 font-medium">
        {text.ready}
      </p>
      <Button variant="quiet" size="small" onClick={onLater}>
        {text.later}
      </Button>
      <Button size="small" onClick={onUpdate}>
        {text.update}
      </Button>
    </DeviceBar>
  )
}
