import { useId } from 'react'
import { petalPath, petalsOf, ROSETTE, SEAL, type Band } from '#kit/guilloche-rules.ts'

/** The mark of an id, engraved in hair-thin lines. It fades out to the left, under the figures. */
export function Rosette({ id, className = '' }: { id: string; className?: string }) {
  return (
    <div aria-hidden className={`engraved pointer-events-none absolute ${className}`}>
      <Engraving id={id} bands={ROSETTE} className="size-full opacity-40" hairline={0.7} />
    </div>
  )
}

/** A person's or a network's signature: a small rosette around initials. */
export function Seal({ id, initials, className = 'size-10' }: { id: string; initials: string; className?: string }) {
  return (
    <span className={`relative inline-grid shrink-0 place-items-center text-brand ${className}`}>
      <Engraving id={id} bands={SEAL} className="absolute inset-0 size-full opacity-80" hairline={0.45} />
      <span aria-hidden className="text-[0.62em] font-semibold">
        {initials}
      </span>
    </span>
  )
}

/** A signature that is still missing. */
export function MissingSeal({ initials, className = 'size-10' }: { initials: string; className?: string }) {
  return (
    <span
      className={`inline-grid shrink-0 place-items-center rounded-full border border-dashed border-ink-3 text-[0.62em] text-ink-2 ${className}`}
    >
      {initials}
    </span>
  )
}

type EngravingProps = {
  id: string
  bands: readonly Band[]
  className: string
  /** Pixels, whatever the size. */ hairline: number
}

function Engraving(props: EngravingProps) {
  // tens of kilobytes as markup: a prerendered page draws it when its scripts are there
  return import.meta.env.SSR ? null : <Lines {...props} />
}

function Lines({ id, bands, className, hairline }: EngravingProps) {
  const name = useId()
  const petals = petalsOf(id)
  return (
    <svg viewBox="-1000 -1000 2000 2000" className={className} fill="none" stroke="currentColor" strokeWidth={hairline}>
      <defs>
        <path
          id={name}
          vectorEffect="non-scaling-stroke"
          strokeLinejoin="round"
          d={bands.map((band) => petalPath(band, petals)).join('')}
        />
      </defs>
      {Array.from({ length: petals }, (_, turn) => (
        <use key={turn} href={`#${name}`} transform={`rotate(${(360 * turn) / petals})`} />
      ))}
    </svg>
  )
}
