import { useQuery } from '@tanstack/react-query'
import { FileJson, FileText } from 'lucide-react'
import { useUser } from '#identity/web/session.ts'
import { microUsd, sum } from '#money/micro-usd.ts'
import { showUsdExact } from '#money/show.ts'
import * as text from '#texts/proof.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CallError } from '#ui/client.ts'
import { download, keepFile } from '#ui/download.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FigureList } from '#ui/figures.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Notice } from '#ui/notice.tsx'
import { useStanding } from '#ui/read.ts'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSubmission } from '#ui/submission.ts'
import { type CheckedProof, checkOwn, type ProofStep } from './check-own.ts'
import { ProofBalance } from './proof-balance.tsx'
import { ProofDrawing } from './proof-drawing.tsx'
import { ProofMails } from './proof-mails.tsx'
import { ProofWay } from './proof-way.tsx'

/** Where there is room, what was found stands beside what it is made of. */
const COLUMNS = 'grid items-start gap-4 md:grid-cols-2'
const COLUMN = 'flex min-w-0 flex-col gap-4'
const KEPT = { sending: false, success: null }
/** What is held against something that is in no file. */
const BESIDE_FILE: readonly ProofStep['what'][] = ['yours', 'balance', 'published', 'cosigned']

/** Whether what is owed to me is in the total that everybody is shown: checked here, and to be checked elsewhere. */
export function ProofScreen() {
  const name = useUser()?.name
  const { data, error, refetch } = useStanding(
    useQuery({
      queryKey: ['GET /api/proof', 'checked', name],
      // what is checked so far is shown while the rest is looked at
      queryFn: ({ client, queryKey }) => checkOwn(name, (sofar) => client.setQueryData(queryKey, sofar)),
      // checked again whenever it is looked at
      ...{ staleTime: 'static', gcTime: 0 },
    }),
  )
  return (
    <>
      <ScreenHead title={text.title} line={text.line} />
      {data ? <Checked proof={data} /> : error ? <NotThere error={error} again={refetch} /> : <Coming />}
    </>
  )
}

function Coming() {
  return (
    <div aria-busy aria-label={text.checking} role="group" className={COLUMNS}>
      <Skeleton className="h-60 rounded-card" />
      <Skeleton className="h-80 rounded-card" />
    </div>
  )
}

/** There is no proof of me yet, as the server says it; or nobody could be asked. */
function NotThere({ error, again }: { error: Error; again: () => unknown }) {
  if (error instanceof CallError && [404, 409].includes(error.status)) return <EmptyState>{error.message}</EmptyState>
  return <LoadFailed again={again}>{text.failed}</LoadFailed>
}

function Checked({ proof }: { proof: CheckedProof }) {
  const { bundle, balance, verdict } = proof
  const dollars = (micro: string) => showUsdExact(microUsd(BigInt(micro)))
  const owed = sum(bundle.parts.map(({ amount }) => microUsd(BigInt(amount))))
  const figures = [
    { term: text.name, value: bundle.name },
    { term: text.owedToYou, value: showUsdExact(owed), whole: true },
    { term: text.owedToAll, value: dollars(bundle.total), whole: true },
    { term: text.noOwner, value: dollars(bundle.unowned), whole: true },
  ]
  return (
    <div className={COLUMNS}>
      <div className={COLUMN}>
        <Card className="p-5">
          <p role="status" className="text-22 text-balance">
            {text.verdicts[verdict]}
          </p>
          <p className="mt-1 text-14 text-ink-2">{text.madeAt(bundle.epoch, bundle.made_at)}</p>
          <FigureList className="mt-3" figures={figures} />
        </Card>
        {verdict !== 'yes' && verdict !== 'checking' && (
          <Notice tone={verdict === 'no' ? 'warning' : 'pending'}>
            {verdict === 'no' ? whatShows(proof) : bundle.log === null ? text.notSigned : text.cannotCheck}
          </Notice>
        )}
        <ProofDrawing proof={proof} />
      </div>
      <div className={COLUMN}>
        {balance && <ProofBalance balance={balance} />}
        <ProofWay bundle={bundle} />
        <WithoutUs bundle={bundle} />
        <ProofMails />
      </div>
    </div>
  )
}

/** What shows a no to others: the file, unless what is wrong is none of what it has. */
const whatShows = ({ steps }: CheckedProof) =>
  steps.some(({ what, is }) => is === 'no' && !BESIDE_FILE.includes(what)) ? text.fileShows : text.fileHasNot

/** What does not depend on this page: two files, and the root to compare. */
function WithoutUs({ bundle }: Pick<CheckedProof, 'bundle'>) {
  const { busy, submit } = useSubmission()
  const name = text.fileName(bundle.epoch)
  const epoch = String(bundle.epoch)
  const keepPage = () => void submit(() => download('/api/proof.html', { epoch }, `${name}.html`), KEPT)
  const keepBundle = () => keepFile(new Blob([JSON.stringify(bundle)], { type: 'application/json' }), `${name}.json`)
  return (
    <Card className="p-5">
      <h2 className="text-17">{text.alone}</h2>
      <p className="mt-1 text-14 text-ink-2">{text.aloneLine}</p>
      <div className="mt-3 grid grid-cols-2 items-start gap-3">
        <Button variant="secondary" size="medium" busy={busy} onClick={keepPage}>
          <FileText className="size-5 text-brand" aria-hidden />
          {busy ? text.preparing : text.page}
        </Button>
        <Button variant="secondary" size="medium" onClick={keepBundle}>
          <FileJson className="size-5 text-brand" aria-hidden />
          {text.bundle}
        </Button>
      </div>
      <FigureList className="mt-3" figures={[{ term: text.root, value: bundle.root }]} />
      <p className="mt-1 text-14 text-ink-2">{text.rootLine}</p>
    </Card>
  )
}
