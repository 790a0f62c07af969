import { product } from '#texts/product.ts'
import { use, type ReactNode } from 'react'
import { HeadActions } from './screen-head.tsx'

type PageHeadProps = {
  /** On a phone, in small capitals above the title: where in the menu this is. */
  over: string
  title: string
  /** One line that says more. */
  below?: ReactNode
  /** At the left: a way back. */
  before?: ReactNode
  /** Before the frame's own actions. */
  actions?: ReactNode
}

/** The head of a screen that uses the whole width; it also names the browser's tab. */
export function PageHead({ over, title, below, before, actions }: PageHeadProps) {
  return (
    <header className="flex max-xs:flex-wrap min-h-18 items-center gap-3 py-3 lg:min-h-16 lg:py-2">
      <title>{`${title} · ${product}`}</title>
      {before}
      <div className="min-w-0 flex-1 max-xs:order-1 max-xs:basis-full">
        <p className="text-11 font-medium tracking-wide text-ink-3 uppercase lg:hidden">{over}</p>
        <h1 className="text-17 tracking-tight wrap-anywhere lg:text-22">{title}</h1>
        {below && <div className="text-13 text-balance text-ink-2">{below}</div>}
      </div>
      <div className="ms-auto flex flex-wrap items-center justify-end gap-x-2">
        {actions}
        {use(HeadActions)}
      </div>
    </header>
  )
}
