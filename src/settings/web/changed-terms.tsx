import * as text from '#texts/terms.ts'
import { changedLines, changedWords } from '#settings/terms-rules.ts'

/** The lines in which terms differ from those before, word by word. */
export function ChangedTerms({ before, after }: { before: string; after: string }) {
  return (
    <ul className="flex flex-col gap-2 text-14">
      {changedLines(before, after).map((line, at) => (
        <li key={at} className="rounded-tile bg-sunken p-3 wrap-anywhere">
          {line.after === null && <span className="sr-only">{text.removed}</span>}
          {line.before === null && <span className="sr-only">{text.added}</span>}
          {changedWords(line).map((piece, place) =>
            piece.kind === 'same' ? (
              <span key={place}>{piece.text}</span>
            ) : piece.kind === 'gone' ? (
              <del key={place} className="bg-down-wash text-down">
                {piece.text}
              </del>
            ) : (
              <ins key={place} className="bg-wash text-up no-underline">
                {piece.text}
              </ins>
            ),
          )}
        </li>
      ))}
    </ul>
  )
}
