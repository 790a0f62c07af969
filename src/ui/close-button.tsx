import { X } from 'lucide-react'
import type { ComponentProps } from 'react'
import * as text from '#texts/panel.ts'

/** The cross that closes what it stands in. */
export function CloseButton({ className = '', ...props }: ComponentProps<'button'>) {
  'use no memo'
  return (
    <button
      type="button"
      aria-label={text.close}
      {...props}
      className={`grid size-11 shrink-0 place-items-center rounded-full ${className}`}
    >
      <X className="size-5" aria-hidden />
    </button>
  )
}
