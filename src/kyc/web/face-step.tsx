import { useState } from 'react'
import * as text from '#texts/kyc.ts'
import { useAnswer } from '#ui/answer.ts'
import { call } from './calls.ts'
import { PictureStep } from './picture-step.tsx'

const askWord = () => call('POST /api/kyc-word')

/** The picture of the person, with the word that they hold up in it: the word of this day comes with the step. */
export function FaceStep({ known, onSaved }: { known: string | null; onSaved: () => void }) {
  const [word, setWord] = useState(known)
  useAnswer(askWord, ({ word: given }) => setWord(given))
  return (
    <div className="flex flex-col gap-3">
      <div className="rounded-tile bg-wash p-4 text-center">
        <p className="text-13 text-ink-2">{text.wordIs}</p>
        <p className="min-h-10 text-36 font-semibold tracking-tight">{word}</p>
        <p className="text-13 text-ink-2">{text.wordFor}</p>
      </div>
      {word !== null && <PictureStep side="face" onSaved={onSaved} />}
    </div>
  )
}
