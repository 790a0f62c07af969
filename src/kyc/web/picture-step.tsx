import { Camera as CameraIcon, ImagePlus } from 'lucide-react'
import { useState } from 'react'
import type { DocumentSide } from '#documents/contract.ts'
import * as text from '#texts/kyc.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useSubmission } from '#ui/submission.ts'
import { FieldNote } from '#ui/text-field.tsx'
import { call } from './calls.ts'
import { Camera } from './camera.tsx'
import { ACCEPTED, lookAt, type PickedPicture } from './look-at-picture.ts'

type PictureStepProps = { side: DocumentSide; onSaved: () => void }

/** A picture from the camera or a file: looked at here, and sent once the person likes it. */
export function PictureStep({ side, onSaved }: PictureStepProps) {
  const [filming, setFilming] = useState(false)
  const [picked, setPicked] = useState<PickedPicture>()
  const [problem, setProblem] = useState<string>()
  const { busy, errors, submit } = useSubmission()
  const drop = () => {
    if (picked) URL.revokeObjectURL(picked.address)
    setPicked(undefined)
    setProblem(undefined)
  }
  const pick = async (file: File | undefined) => {
    if (!file) return
    drop()
    setFilming(false)
    const looked = await lookAt(file, { isDocument: side !== 'face' })
    if ('problem' in looked) setProblem(looked.problem)
    else setPicked(looked)
  }
  const send = () => {
    if (!picked) return
    const upload = new FormData()
    upload.set('image', picked.file)
    void submit(() => call('POST /api/kyc-document/:side', { params: { side }, upload }), {
      success: null,
      done: () => {
        drop()
        onSaved()
      },
    })
  }

  return (
    <div className="flex flex-col gap-3">
      <p className="text-14 text-ink-2">{text.tips[side]}</p>
      {picked ? (
        <Chosen picked={picked} busy={busy} onSend={send} onAnother={drop} />
      ) : filming ? (
        <Camera ofPerson={side === 'face'} onTaken={(file) => void pick(file)} onClose={() => setFilming(false)} />
      ) : (
        <Ways side={side} onFilm={() => setFilming(true)} onFile={(file) => void pick(file)} />
      )}
      <div aria-live="polite">
        <FieldNote field={`kyc-${side}`} message={problem ?? errors['image']?.[0]} />
      </div>
    </div>
  )
}

type WaysProps = { side: DocumentSide; onFilm: () => void; onFile: (file: File | undefined) => void }

function Ways({ side, onFilm, onFile }: WaysProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="medium" className="grow" onClick={onFilm}>
        <CameraIcon aria-hidden className="size-5" />
        {text.withCamera}
      </Button>
      <label
        className={`${buttonClass('quiet', 'medium')} grow cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-brand`}
      >
        <ImagePlus aria-hidden className="size-5" />
        {text.chooseFile}
        <input
          type="file"
          accept={ACCEPTED}
          aria-describedby={`kyc-${side}-error`}
          className="sr-only"
          onChange={({ target }) => {
            onFile(target.files?.[0])
            // so that the same file can be chosen again
            target.value = ''
          }}
        />
      </label>
    </div>
  )
}

type ChosenProps = { picked: PickedPicture; busy: boolean; onSend: () => void; onAnother: () => void }

/** The picture as it will be sent, with what may be wrong with it. */
function Chosen({ picked: { address, hints }, busy, onSend, onAnother }: ChosenProps) {
  return (
    <>
      <img
        src={address}
        alt={text.chosenPicture}
        className="w-full rounded-tile bg-sunken"
        style={{ maxHeight: '24rem', objectFit: 'contain' }}
      />
      {hints.length > 0 ? (
        <Notice>
          <p>{text.hintsLead}</p>
          <ul className="mt-1 list-disc ps-5">
            {hints.map((hint) => (
              <li key={hint}>{text.hints[hint]}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        <p role="status" className="text-14 text-up">
          {text.looksGood}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" size="medium" className="grow" onClick={onAnother}>
          {text.another}
        </Button>
        <Button size="medium" busy={busy} className="grow" onClick={onSend}>
          {busy ? text.sending : text.send}
        </Button>
      </div>
    </>
  )
}
