import { checkSignature, type PublishedRoot, type SignatureAnswer } from '#funds/check-signature-rules.ts'
import type { signaturesContract, WalletSignature } from '#funds/signatures-contract.ts'
import { dayOf } from '#texts/books.ts'
import * as text from '#texts/wallet-signatures.ts'
import { Button } from '#ui/button.tsx'
import { createClient } from '#ui/client.ts'
import { keepFile } from '#ui/download.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { settled, useAsked } from './calls.ts'

const call = createClient<typeof signaturesContract>()

/** The address of this page; on one's own machine by any of its names. */
const isHouse = (address: string) =>
  address === location.origin || (OWN_MACHINE.test(address) && OWN_MACHINE.test(location.origin))
const OWN_MACHINE = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?$/

type Checked = { shown: WalletSignature; found: SignatureAnswer }

/** Everything that wallets have signed, each verified here against the published roots. */
const ask = () =>
  settled(
    Promise.all([call('GET /api/books/signatures'), askRoots()]).then(([answer, proofs]) => {
      if (!('signatures' in answer)) return null
      const against = { isHouse, proofs }
      return answer.signatures.map((shown): Checked => ({ shown, found: checkSignature(shown, against) }))
    }),
  )

/** The published roots, read as anybody else would. */
async function askRoots(): Promise<PublishedRoot[]> {
  const answer = await fetch('/api/proofs', { credentials: 'include' })
  if (!answer.ok) throw new Error(`the proofs: ${answer.status}`)
  const said = (await answer.json()) as { proofs?: { epoch: number; made_at: string; root: string }[] }
  return (said.proofs ?? []).map(({ epoch, made_at, root }) => ({
    ...{ epoch, day: made_at.slice(0, 10) },
    root: Array.from(atob(root), (sign) => sign.charCodeAt(0).toString(16).padStart(2, '0')).join(''),
  }))
}

/** What each wallet has signed, whether that is right, and all of it as a file. */
export function WalletSignatures() {
  const { data, failed, again } = useAsked(ask)
  if (failed) return <LoadFailed again={again}>{text.failed}</LoadFailed>
  if (data === undefined) return <div className="mt-3 animate-breathe rounded-tile bg-sunken" style={{ height: 80 }} />
  if (data === null) return <p className="mt-3 text-14 text-ink-2">{text.hidden}</p>
  const keep = () => {
    const signatures = data.map(({ shown }) => shown)
    keepFile(new Blob([JSON.stringify({ signatures })], { type: 'application/json' }), text.fileName)
  }
  return (
    <div role="status" className="mt-3 flex flex-col gap-3 text-14">
      <p className="text-ink-2">{text.about}</p>
      {data.map(({ shown, found }) => (
        <Signature key={shown.sentence} shown={shown} found={found} />
      ))}
      <Button variant="secondary" size="medium" className="w-full" onClick={keep}>
        {text.keep}
      </Button>
      <p className="text-ink-2">{text.trust}</p>
    </div>
  )
}

function Signature({ shown, found }: Checked) {
  const { answer } = found
  const head = answer === 'yes' ? text.yes : answer === 'no' ? text.no : text.notChecked
  const colour = answer === 'yes' ? 'text-brand' : answer === 'no' ? 'text-down' : ''
  const parts = [
    [text.address, shown.address],
    [text.sentence, shown.sentence],
    [text.signature, shown.signature],
  ] as const
  return (
    <section aria-label={shown.wallet_name} className="rounded-tile bg-sunken p-4">
      <h3 className="font-semibold wrap-anywhere">{shown.wallet_name}</h3>
      <p className={`mt-1 font-semibold ${colour}`}>{head}</p>
      {saysOf(shown, found).map((line) => (
        <p key={line} className="mt-1">
          {line}
        </p>
      ))}
      {answer === 'not checked' && found.why === 'bitcoin' && (
        <p className="mt-1 select-all">
          <code>{text.command}</code>
        </p>
      )}
      <details className="mt-1">
        <summary className="min-h-11 py-2">{text.details}</summary>
        <dl className="flex flex-col gap-2">
          {parts.map(([term, value]) => (
            <div key={term}>
              <dt className="text-ink-2">{term}</dt>
              <dd className="wrap-anywhere select-all">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}

function saysOf({ epoch, day, current }: WalletSignature, found: SignatureAnswer): string[] {
  const former = current ? [] : [text.former]
  if (found.answer === 'no') return [text.places[found.place], ...former]
  if (found.answer === 'yes') return [text.signed(epoch, dayOf(day)), ...former]
  return [found.why === 'bitcoin' ? text.bitcoin : text.unknownProof, ...former]
}
