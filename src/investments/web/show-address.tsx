import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import * as text from '#texts/mark-paid.ts'

/** Where to pay, for whoever wants to look once more after having paid. */
export function ShowAddress({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="mx-auto flex min-h-11 items-center gap-1.5 rounded-control text-15 font-semibold text-brand"
      >
        {open ? text.hideAddress : text.showAddress}
        <ChevronDown className={`size-5 ${open ? 'rotate-180' : ''}`} aria-hidden />
      </button>
      {open && <div className="mt-3">{children}</div>}
    </div>
  )
}
