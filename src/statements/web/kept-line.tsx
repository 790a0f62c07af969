import * as text from '#texts/statement.ts'
import { keptLines } from '#log/kept-note-rules.ts'
import { Card } from '#ui/card.tsx'
import { CopyText } from '#ui/copy-text.tsx'

/** The newest checkpoint of the log, to copy and keep. */
export function KeptLine({ log }: { log: { key: string; note: string } | null }) {
  if (log === null) return null
  return (
    <Card className="flex items-center gap-x-5 p-5 @min-[42rem]:col-span-2">
      <div className="flex-1">
        <h2 className="text-17">{text.kept}</h2>
        <p className="mt-1 text-14 text-ink-2">{text.keptHolds}</p>
      </div>
      <CopyText text={keptLines(log).join('\n')} label={text.copyKept} quiet />
    </Card>
  )
}
