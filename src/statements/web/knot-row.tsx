import { ChevronDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'

type KnotRowProps = {
  title: string
  detail: ReactNode
  amount: ReactNode
  /** Solid has happened, hollow is now. */
  now?: boolean
  open: boolean
  onToggle: () => void
  /** What it opens to. */
  children: ReactNode
}

/** One knot of a story's line; tapped, it opens to how it came about. */
export function KnotRow({ title, detail, amount, now = false, open, onToggle, children }: KnotRowProps) {
  const id = useId()
  return (
    <li className="grid grid-cols-[0.875rem_1fr] gap-x-4">
      <span aria-hidden className="relative">
        <span className={`absolute inset-y-0 start-1.5 border-s-2 ${now ? 'border-dotted' : ''} border-brand`} />
        <span
          className={`absolute top-5 size-3.5 rounded-full ring-4 ring-surface ${now ? 'border-[3.5px] border-brand bg-surface' : 'bg-brand'}`}
        />
      </span>
      <div className="min-w-0 border-b border-line">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          className="grid min-h-14 w-full grid-cols-[1fr_auto_auto] max-xs:grid-cols-[1fr_auto] content-center items-center gap-x-2 rounded-control py-2 text-start"
        >
          <span className="font-semibold wrap-anywhere max-xs:col-span-full">{title}</span>
          <span className="text-end font-semibold max-xs:text-start">{amount}</span>
          <ChevronDown
            className={`size-4 shrink-0 text-ink-3 transition-transform ${open ? 'rotate-180' : ''}`}
            aria-hidden
          />
          <span className="col-span-full text-13 text-ink-2">{detail}</span>
        </button>
        <div id={id} hidden={!open}>
          {open && <div className="flex animate-arrive flex-col gap-3 pt-1 pb-5">{children}</div>}
        </div>
      </div>
    </li>
  )
}
