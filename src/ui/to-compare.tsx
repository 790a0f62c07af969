import type { ReactNode } from 'react'
import { Address } from './address.tsx'
import { CopyText } from './copy-text.tsx'

type ToCompareProps = {
  heading: string
  of: string
  copy: string
  /** A hash is compared in a font whose letters are all as wide. */
  mono?: boolean
  children?: ReactNode
}

// letters that grow together would hide what stands there
const APART = { fontFeatureSettings: '"calt" 0' }
const MONO = { ...APART, fontFamily: 'ui-monospace, monospace' }

/** An address or a transaction, in groups to be compared, selectable and copied with a tap. */
export function ToCompare({ heading, of, copy, mono = false, children }: ToCompareProps) {
  return (
    <section className="rounded-tile bg-sunken p-4">
      <h3 className="text-14 font-normal text-ink-2">{heading}</h3>
      <div className="mt-1 flex items-start justify-between gap-3" style={mono ? MONO : APART}>
        <Address text={of} className="min-w-0 shrink" />
        <CopyText text={of} label={copy} />
      </div>
      {children}
    </section>
  )
}
