import { useState } from 'react'
import { call } from '#factors/web/calls.ts'
import * as text from '#texts/factors.ts'
import { Button } from '#ui/button.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { keepFile } from '#ui/download.ts'
import { useRefresh } from '#ui/read.ts'
import { useSubmission } from '#ui/submission.ts'

/** How many recovery codes are left, and ten new ones: shown once, here, until the person says that they have them. */
export function RecoveryCodes({ left }: { left: number }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const make = () =>
    void submit(() => call('POST /api/make-recovery-codes'), { success: null, done: (made) => setCodes(made.codes) })
  const kept = () => {
    setCodes(undefined)
    refresh()
  }
  return (
    <div className="border-t border-line pt-4">
      <h3 className="text-15 font-semibold">{text.codesTitle}</h3>
      {codes ? (
        <ShownCodes codes={codes} onKept={kept} />
      ) : (
        <>
          <p className="mt-0.5 mb-3 text-14 text-ink-2">{text.codesLeft(left)}</p>
          <Button variant={left === 0 ? 'primary' : 'secondary'} size="medium" busy={busy} onClick={make}>
            {left === 0 ? text.makeCodes : text.makeNewCodes}
          </Button>
        </>
      )}
    </div>
  )
}

function ShownCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const all = codes.join('\n')
  return (
    <>
      <p className="mt-0.5 text-14 text-ink-2">{text.codesLead}</p>
      {/* each on a line of its own, as narrow as a phone is */}
      <ol
        className="my-3 grid gap-y-1.5 rounded-tile bg-sunken p-4 whitespace-nowrap select-all"
        style={{ fontSize: 'min(0.9375rem, 3.6vw)' }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="medium" onClick={onKept}>
          {text.codesKept}
        </Button>
        <Button
          variant="secondary"
          size="medium"
          onClick={() => keepFile(new Blob([`${all}\n`], { type: 'text/plain' }), text.codesFile)}
        >
          {text.downloadCodes}
        </Button>
        <CopyText quiet text={all} label={text.copyCodes} />
      </div>
    </>
  )
}
