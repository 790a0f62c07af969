import { BackedPlace } from '#ui/backed-place.tsx'
import { Activities } from './activities.tsx'
import { type Analysis, LastDay } from './last-day.tsx'

/** What goes on at the platform: the last day's figures and the newest investments. */
export function Platform({ analysis, ahead }: { analysis: Analysis; ahead: number }) {
  return (
    <>
      <LastDay analysis={analysis} />
      {/* beside the rest there is room for the newest five */}
      <div className="@min-[42rem]:[&_li:nth-child(n+6)]:hidden">
        <Activities investments={analysis.investments} ahead={ahead} />
      </div>
      <BackedPlace />
    </>
  )
}
