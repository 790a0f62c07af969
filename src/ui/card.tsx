import type { ComponentProps } from 'react'
import { Rosette } from './rosette.tsx'

/** A plain sheet of paper. */
export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div className={`rounded-card bg-surface shadow-raised ${className}`} {...rest} />
}

type CertificateProps = ComponentProps<'section'> & {
  paper: 'verdigris' | 'bronze' | 'slate'
  /** Whose mark is engraved. */
  of: string
  /** For one with lines of figures below the first: the mark stays at the top, clear of them. */
  tall?: boolean
}

const beside = 'top-1/2 -end-19 h-[200%] -translate-y-1/2'
const atTop = '-top-16 -end-14 h-64 [--fade:60deg]'

/** An engraved certificate: coloured paper with the mark of an id, white text on top. */
export function Certificate({ paper, of, tall = false, className = '', children, ...rest }: CertificateProps) {
  return (
    <section className={`paper-${paper} relative isolate overflow-clip rounded-card ${className}`} {...rest}>
      <Rosette id={of} className={`-z-10 aspect-square ${tall ? atTop : beside}`} />
      {children}
    </section>
  )
}
