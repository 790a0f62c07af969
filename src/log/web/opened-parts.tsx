import { FileJson } from 'lucide-react'
import * as text from '#texts/opening.ts'
import { Button } from '#ui/button.tsx'
import { keepFile } from '#ui/download.ts'
import type { OpeningReply } from '../contract.ts'

/** What the log commits to, as far as it was opened, and the file to check it with elsewhere. */
export function OpenedParts({ opened }: { opened: OpeningReply }) {
  const keep = () =>
    keepFile(new Blob([JSON.stringify(opened)], { type: 'application/json' }), text.fileName(opened.transfer))
  return (
    <>
      <details className="border-t border-line">
        <summary className="cursor-pointer rounded-control py-3 font-medium text-brand">{text.opened}</summary>
        <p className="text-13 text-ink-2">{text.openedLine}</p>
        <ol className="mt-1 flex flex-col gap-3 pb-5">
          {opened.parts.map((part, number) => (
            <li key={number}>
              <p className="font-medium">{number === 0 ? text.header : text.entry(number)}</p>
              <Part part={part} />
            </li>
          ))}
        </ol>
      </details>
      {opened.log !== null && (
        <>
          <p className="border-t border-line pt-3 text-13 text-ink-2">{text.keepLine}</p>
          <Button variant="secondary" size="medium" className="mt-3 w-full" onClick={keep}>
            <FileJson className="size-5 text-brand" aria-hidden />
            {text.keep}
          </Button>
        </>
      )}
    </>
  )
}

function Part({ part }: { part: OpeningReply['parts'][number] }) {
  const lines = 'text' in part ? [...part.text.trimEnd().split('\n'), `${text.salt} ${part.salt}`] : [text.closed]
  return lines.map((line, number) => (
    <p key={number} className="text-12 wrap-anywhere text-ink-2 select-all">
      {line}
    </p>
  ))
}
