import { useCallback, useRef, useState } from 'react'
import * as text from '#texts/kyc.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

type CameraProps = {
  /** Of the person the camera at the front; else the one at the back, where there are two. */
  ofPerson: boolean
  onTaken: (file: File) => void
  onClose: () => void
}

const TROUBLES = { refused: text.cameraRefused, missing: text.cameraMissing }
type Trouble = keyof typeof TROUBLES

const QUALITY = 0.92

/** The camera's picture, as it is now, and the button that takes it. It is on only while this is shown. */
export function Camera({ ofPerson, onTaken, onClose }: CameraProps) {
  const [trouble, setTrouble] = useState<Trouble>()
  const [ready, setReady] = useState(false)
  const view = useRef<HTMLVideoElement>(null)

  // the same for as long as it is shown, or the camera would be opened anew with every drawing
  const show = useCallback(
    (video: HTMLVideoElement) => {
      view.current = video
      let gone = false
      const opening = openCamera(ofPerson)
      opening.then(
        (stream) => {
          if (!gone) video.srcObject = stream
        },
        (error: unknown) => gone || setTrouble(troubleOf(error)),
      )
      return () => {
        gone = true
        view.current = null
        void opening.then(stop, () => {})
      }
    },
    [ofPerson],
  )
  const take = async () => {
    if (view.current) onTaken(await pictureOf(view.current))
  }

  if (trouble) return <Notice tone="warning">{TROUBLES[trouble]}</Notice>
  return (
    <div className="flex flex-col gap-3">
      <div className="relative isolate overflow-clip rounded-tile bg-sunken">
        <video
          ref={show}
          autoPlay
          muted
          playsInline
          aria-label={text.cameraView}
          onLoadedData={() => setReady(true)}
          className="w-full object-cover"
          // a person sees themselves as in a mirror
          style={{ aspectRatio: '4 / 3', ...(ofPerson && { scale: '-1 1' }) }}
        />
        <Frame ofPerson={ofPerson} />
      </div>
      <div className="grid grid-cols-[2fr_3fr] gap-2 max-xs:grid-cols-1">
        <Button variant="quiet" size="medium" onClick={onClose}>
          {text.closeCamera}
        </Button>
        <Button size="medium" disabled={!ready} onClick={() => void take()}>
          {text.takePicture}
        </Button>
      </div>
    </div>
  )
}

/** Where the document or the face should be. Shapes of this one place have no classes: every page would load them. */
function Frame({ ofPerson }: { ofPerson: boolean }) {
  const shape = ofPerson
    ? { inset: '8% 0 auto', height: '78%', aspectRatio: '3 / 4', marginInline: 'auto', borderRadius: '50%' }
    : { inset: 'auto 7%', top: '50%', aspectRatio: '3 / 2', translate: '0 -50%', borderRadius: '1rem' }
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute"
      style={{ ...shape, border: '2px solid #fffc', boxShadow: '0 0 0 100vmax #0008' }}
    />
  )
}

async function openCamera(ofPerson: boolean): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: ofPerson ? 'user' : 'environment', width: { ideal: 1920 }, height: { ideal: 1440 } },
  })
}

function stop(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}

function troubleOf(error: unknown): Trouble {
  return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'missing'
}

/** What the camera sees, whole and not mirrored. */
async function pictureOf(video: HTMLVideoElement): Promise<File> {
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' })
}
