import { product } from '#texts/product.ts'
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
    <header className="flex max-xs:flex-wrap min-h-18 items-center gap-3 py-3">
      <title>{`${title} · ${product}`}</title>
      {before}
      <div className="min-w-0 flex-1 max-xs:order-1 max-xs:basis-full">
        <h1 className={line ? 'text-11 font-medium tracking-wide text-ink-3 uppercase' : 'text-22'}>{title}</h1>
        {line && (
          <p className="xs:line-clamp-2 text-17 text-balance font-semibold tracking-tight wrap-anywhere">{line}</p>
        )}
      </div>
      <div className="ms-auto flex flex-wrap items-center justify-end gap-x-1">{actions ?? own}</div>
    </header>
  )
}
