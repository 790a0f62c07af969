import { encode } from 'uqr'
import { Mark } from './mark.tsx'

/** A QR code of a text, dark on white in both themes, the mark in its middle. */
export function QrCode({ text, label, className = 'size-44' }: { text: string; label: string; className?: string }) {
  const { size, data } = encode(text, { ecc: 'Q', border: 0 })
  return (
    <div
      role="img"
      aria-label={label}
      className={`relative shrink-0 rounded-tile border border-line bg-white ${className}`}
    >
      <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="absolute inset-[9%] size-[82%]">
        <path d={modulesPath(data)} fill="#10201B" />
      </svg>
      <span className="absolute inset-0 m-auto size-[15%] rounded-[27%] bg-white p-[1.2%]">
        <Mark square className="size-full" />
      </span>
    </div>
  )
}

/** All dark modules as one path, a rectangle for each run in a row. */
function modulesPath(data: boolean[][]): string {
  let path = ''
  data.forEach((row, y) => {
    let start = -1
    for (let x = 0; x <= row.length; x++) {
      if (row[x] && start < 0) start = x
      if (!row[x] && start >= 0) {
        path += `M${start} ${y}h${x - start}v1h${start - x}z`
        start = -1
      }
    }
  })
  return path
}
