import { useId } from 'react'

const WIDTH = 100
const HEIGHT = 40

type SparklineProps = { heights: readonly number[]; tone?: 'up' | 'down'; className?: string }

/** A small line of heights from 0 to 1, oldest first, its last point marked. For looking only: the figure stands beside it. */
export function Sparkline({ heights, tone = 'up', className = '' }: SparklineProps) {
  const fill = useId()
  const points = heights.map(
    (height, place) => [(place * WIDTH) / (heights.length - 1), HEIGHT * (1 - height)] as const,
  )
  const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  const [endX, endY] = points.at(-1) ?? [0, 0]
  return (
    <svg
      viewBox={`-1 -5 ${WIDTH + 6} ${HEIGHT + 6}`}
      aria-hidden
      className={`${tone === 'up' ? 'text-up' : 'text-down'} ${className}`}
    >
      <linearGradient id={fill} x1="0" y1="0" x2="0" y2="1">
        <stop stopColor="currentColor" stopOpacity="0.22" />
        <stop offset="1" stopColor="currentColor" stopOpacity="0" />
      </linearGradient>
      <path d={`M${line}V${HEIGHT}H0z`} fill={`url(#${fill})`} />
      <path
        d={`M${line}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx={endX} cy={endY} r="2.4" fill="currentColor" />
    </svg>
  )
}
