import type { ReactNode } from 'react'
import { why } from '#texts/hidden-amount.ts'

/** An amount that can be tapped to see why it is what it is; without `onWhy` the amount alone. */
export function Explained({ onWhy, children }: { onWhy: (() => void) | undefined; children: ReactNode }) {
  if (!onWhy) return children
  return (
    <button type="button" onClick={onWhy} className="-my-0.5 flex min-h-11 items-center gap-2.5 rounded-control">
      {children}
      <span className="rounded-full bg-wash px-2.5 py-0.5 text-13 font-medium">{why}</span>
    </button>
  )
}
