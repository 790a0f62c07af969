import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { clockTime } from './times.ts'

/** Says that the device is offline and how old the figures are. Nothing is queued silently. */
export function OfflineBanner({ newest }: { newest: () => number | undefined }) {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (online) return null
  const asOf = newest()
  return (
    <p role="status" className="flex items-center justify-center gap-2 bg-gold-wash px-5 py-2 text-13 text-gold">
      <WifiOff className="size-4 shrink-0" aria-hidden />
      You are offline. {asOf ? `Figures as of ${clockTime(asOf)}.` : 'No figures have arrived yet.'}
    </p>
  )
}

function subscribe(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
