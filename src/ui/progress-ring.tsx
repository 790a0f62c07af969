import { useId, type ReactNode } from 'react'
import { petalPath, type Band } from '#kit/guilloche-rules.ts'

const BANDS: readonly Band[] = [
  { mid: 0.865, amp: 0.1, swing: 0, shift: 0, waves: 2, lines: 8 },
  { mid: 0.7, amp: 0.045, swing: 0, shift: 0, waves: 2, lines: 6 },
]
const MOST_PETALS = 60

type ProgressRingProps = {
  /** One petal for each; where there are very many, one for several. */
  parts: number
  /** How much is done, 0 to 1. */
  done: number
  label: string
  children: ReactNode
}

/** An engraved ring: full for what has happened, pale for what is to come, a gold needle at now. */
export function ProgressRing({ parts, done, label, children }: ProgressRingProps) {
  const name = useId()
  const petals = Math.max(3, Math.ceil(parts / Math.ceil(parts / MOST_PETALS)))
  const angle = 2 * Math.PI * Math.min(Math.max(done, 0), 0.9999)
  const at = (radius: number) => `${Math.round(radius * Math.sin(angle))} ${Math.round(-radius * Math.cos(angle))}`
  return (
    <div className="relative mx-auto grid aspect-square w-full max-w-76 place-items-center">
      <svg
        role="img"
        aria-label={label}
        viewBox="-1010 -1010 2020 2020"
        className="absolute inset-0 size-full"
        fill="none"
      >
        <defs>
          <path
            id={`${name}-petal`}
            vectorEffect="non-scaling-stroke"
            strokeLinejoin="round"
            d={BANDS.map((band) => petalPath(band, petals)).join('')}
          />
          <g id={`${name}-ring`}>
            {Array.from({ length: petals }, (_, turn) => (
              <use key={turn} href={`#${name}-petal`} transform={`rotate(${(360 * turn) / petals})`} />
            ))}
          </g>
          <clipPath id={`${name}-done`}>
            <path d={`M0 0V-1100A1100 1100 0 ${done > 0.5 ? 1 : 0} 1 ${at(1100)}z`} />
          </clipPath>
        </defs>
        <use href={`#${name}-ring`} stroke="var(--line-strong)" strokeWidth="0.5" />
        <use href={`#${name}-ring`} stroke="var(--brand)" strokeWidth="0.6" clipPath={`url(#${name}-done)`} />
        <path d={`M${at(655)}L${at(1000)}`} stroke="var(--seal)" strokeWidth="14" strokeLinecap="round" />
        <circle r="28" transform={`translate(${at(975)})`} fill="var(--seal)" />
      </svg>
      <div className="relative text-center">{children}</div>
    </div>
  )
}
