import type { ReactNode } from 'react'

/** A slip above the bottom bar: something that can wait. What else stands there moves up, so that it hides nothing. */
export function DeviceBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      data-slip
      className="animate-arrive fixed inset-x-0 bottom-20 z-20 mx-auto flex w-full max-w-107.5 flex-wrap items-center gap-3 px-5 max-xs:static max-xs:pb-3 lg:bottom-5 lg:me-0"
    >
      <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2 rounded-tile border border-line bg-surface p-3 shadow-raised">
        {children}
      </div>
    </section>
  )
}
