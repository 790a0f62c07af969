import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import type { DocumentSide } from '#documents/contract.ts'
import { useAnswer } from '#ui/answer.ts'
import { addressOf, CallError } from '#ui/client.ts'
import { fetchFile } from '#ui/download.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { PICTURES } from './check-words.ts'

type DocumentPictureProps = { checkId: string; side: DocumentSide }
type Shown = { picture: Blob } | { problem: string }

const ZOOMS = [1, 2, 3] as const

/** A picture of an identity check, to be zoomed and turned. It is fetched when this is shown, which the audit log says. */
export function DocumentPicture({ checkId, side }: DocumentPictureProps) {
  const [shown, setShown] = useState<Shown>()
  const [turns, setTurns] = useState(0)
  const [zoom, setZoom] = useState<number>(ZOOMS[0])
  const fetchIt = useCallback(() => fetchPicture(checkId, side), [checkId, side])
  useAnswer(fetchIt, setShown)
  const picture = shown && 'picture' in shown ? shown.picture : undefined
  const draw = useCallback((image: HTMLImageElement | null) => drawIn(image, picture), [picture])
  const name = PICTURES[side]
  if (!shown) return <Skeleton className="h-76 shrink-0 rounded-tile" />
  if ('problem' in shown)
    return <p className="shrink-0 rounded-tile bg-sunken p-4 text-14 text-ink-2">{`${name}: ${shown.problem}`}</p>
  const lying = turns % 2 === 1
  return (
    <figure className="shrink-0 overflow-clip rounded-tile bg-sunken">
      {/* zoomed, it is moved by scrolling, with the arrow keys too */}
      <div role="region" aria-label={`Picture: ${name}`} tabIndex={0} className="h-64 overflow-auto">
        <div
          className="grid grid-cols-1 place-items-center"
          style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%`, gridTemplateRows: 'minmax(0, 1fr)' }}
        >
          <img
            ref={draw}
            alt={`${name} of the identity check`}
            style={{
              objectFit: 'contain',
              rotate: `${turns * 90}deg`,
              ...(lying && { maxWidth: `${zoom * 16}rem`, maxHeight: '100%' }),
            }}
            className="max-h-full max-w-full"
          />
        </div>
      </div>
      <figcaption className="flex items-center gap-1 border-t border-line ps-4 text-14">
        <span className="grow">{name}</span>
        <Tool label={`Turn ${name}`} onPress={() => setTurns((turns + 1) % 4)}>
          <RotateCw aria-hidden className="size-5" />
        </Tool>
        <Tool label={`Zoom out ${name}`} disabled={zoom === 1} onPress={() => setZoom(Math.max(1, zoom - 1))}>
          <ZoomOut aria-hidden className="size-5" />
        </Tool>
        <Tool label={`Zoom in ${name}`} disabled={zoom === ZOOMS.length} onPress={() => setZoom(zoom + 1)}>
          <ZoomIn aria-hidden className="size-5" />
        </Tool>
      </figcaption>
    </figure>
  )
}

type ToolProps = { label: string; disabled?: boolean; onPress: () => void; children: ReactNode }

function Tool({ label, disabled, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
      className="pressable grid size-11 place-items-center rounded-control text-ink-2 disabled:opacity-40"
    >
      {children}
    </button>
  )
}

/** Draws a picture, which has an address no longer than that takes: what is not shown any more is nowhere. */
function drawIn(image: HTMLImageElement | null, picture: Blob | undefined) {
  if (!image || !picture) return
  const address = URL.createObjectURL(picture)
  const forget = () => URL.revokeObjectURL(address)
  image.addEventListener('load', forget, { once: true })
  image.src = address
  return forget
}

/** As the signed-in person, which an address in an img could not. Only this page has it. */
async function fetchPicture(id: string, kind: DocumentSide): Promise<Shown> {
  const address = addressOf('/api/admin/check-document/:id/:kind', { params: { id, kind } })
  try {
    const answer = await fetchFile(address, 'image/webp')
    return { picture: await answer.blob() }
  } catch (error) {
    const said = error instanceof CallError && error.status > 0
    return { problem: said ? error.message : 'it could not be loaded. Open the record again.' }
  }
}
