import { WifiOff } from 'lucide-react'
import * as text from '#texts/offline-banner.ts'
import { useConnection, useFiguresFrom } from './connection.ts'
import { clockTime, dayOf, momentOf } from './times.ts'

/** Says that there is no connection and how old the figures are. Nothing is queued silently. */
export function OfflineBanner() {
  const connection = useConnection()
  if (connection === 'there') return null
  return (
    <p role="status" className="flex items-center justify-center gap-2 bg-pending-wash px-5 py-2 text-13 text-pending">
      <WifiOff className="size-4 shrink-0" aria-hidden />
      <Age offline={connection === 'offline'} />
    </p>
  )
}

function Age({ offline }: { offline: boolean }) {
  const from = useFiguresFrom()
  if (from === undefined) return offline ? text.noFigures : text.unreached
  const time = timeOf(from)
  return offline ? text.figuresAsOf(time) : text.unreachedAsOf(time)
}

/** The hour, with its day where that is another. */
function timeOf(from: number): string {
  return dayOf(from) === dayOf(Date.now()) ? clockTime(from) : momentOf(from)
}
