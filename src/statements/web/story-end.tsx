import type { ReactNode, Ref } from 'react'
import { PlumbBob } from '#ui/plumb-line.tsx'

type StoryEndProps = {
  /** The line is not at its end yet. */
  open?: boolean
  title: string
  detail: ReactNode
  /** At the right: what can be done. */
  aside?: ReactNode
  /** What it says, which can take the focus. */
  ref?: Ref<HTMLDivElement> | undefined
}

/** Where a story's line ends: in the gold bob, or dotted where there is more of it. */
export function StoryEnd({ open = false, title, detail, aside, ref }: StoryEndProps) {
  return (
    <div className="grid grid-cols-[0.875rem_1fr_auto] gap-x-4">
      <span aria-hidden className="flex flex-col items-center">
        <span className={`min-h-6 flex-1 border-s-2 border-brand ${open ? 'border-dotted' : ''}`} />
        {!open && <PlumbBob />}
      </span>
      <div ref={ref} tabIndex={-1} className="min-w-0 pt-5 outline-none" role="status">
        <p className="font-semibold">{title}</p>
        <p className="text-13 text-ink-2">{detail}</p>
      </div>
      {aside && <div className="self-end">{aside}</div>}
    </div>
  )
}
