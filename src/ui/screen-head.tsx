import { createContext, use, type ReactNode } from 'react'

/** What the frame around a screen puts at the right of its head: bell, menu. */
export const HeadActions = createContext<ReactNode>(null)

type ScreenHeadProps = {
  /** The screen's title as the menu names it, in small capitals: DASHBOARD. */
  title: string
  /** One line that says more; the title itself where there is none. */
  line?: ReactNode
  /** At the left: a way back, a picture. */
  before?: ReactNode
  /** Instead of the frame's own actions. */
  actions?: ReactNode
}

/** The head of a signed-in screen; it also names the browser's tab. */
export function ScreenHead({ title, line, before, actions }: ScreenHeadProps) {
  const own = use(HeadActions)
  return (
    <header className="flex min-h-18 items-center gap-3 py-3">
      <title>{`${title} · Plumb`}</title>
      {before}
      <div className="min-w-0 flex-1">
        <h1 className={line ? 'text-11 font-medium tracking-wide text-ink-3 uppercase' : 'text-22'}>{title}</h1>
        {line && <p className="line-clamp-2 text-17 text-balance font-semibold tracking-tight wrap-anywhere">{line}</p>}
      </div>
      <div className="flex items-center gap-1">{actions ?? own}</div>
    </header>
  )
}
