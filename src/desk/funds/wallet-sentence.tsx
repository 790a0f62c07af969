import type { ToSign } from '#funds/signatures-contract.ts'
import { Button } from '#ui/button.tsx'
import { useChange } from '#ui/change.ts'
import { CopyText } from '#ui/copy-text.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { fieldOf } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import { dateOf } from '#ui/times.ts'
import { call, useRead } from '#desk/calls.ts'

type SentenceProps = { walletId: string; onDone: () => void }

/** The sentence for the owner of a wallet to sign, and where what was signed is pasted. */
export function WalletSentence({ walletId, onDone }: SentenceProps) {
  const { data, error, refetch } = useRead('GET /api/admin/wallet-sentence/:id', { params: { id: walletId } })
  if (error) return <LoadFailed again={refetch}>{error.message}</LoadFailed>
  if (data === undefined) return <Skeleton className="h-96" />
  const { wallet, scheme, sentence, newest } = data
  return (
    <div className="flex flex-col gap-4 text-14">
      {newest && <Newest newest={newest} />}
      {scheme === null ? (
        <p>
          No signature of this address can be verified here. Those of Ethereum, BNB Smart Chain and Polygon can, and by
          a command those of Bitcoin addresses that begin with bc1q or bc1p and have one key.
        </p>
      ) : sentence === null ? (
        <p>There is no proof of what is owed yet. One is made each day; the sentence names its root.</p>
      ) : scheme === 'BIP-322' ? (
        <ByCommand name={wallet.wallet_name} sentence={sentence} />
      ) : (
        <SignedForm key={wallet.id} wallet={wallet} sentence={sentence} onDone={onDone} />
      )}
    </div>
  )
}

function Newest({ newest: { epoch, day, current } }: { newest: NonNullable<ToSign['newest']> }) {
  return (
    <p>
      Signed last: proof {epoch} of {dateOf(day)}
      {current ? '.' : ', with the address that the wallet had then.'}
    </p>
  )
}

function Sentence({ sentence }: { sentence: string }) {
  return (
    <div className="flex items-start gap-3 rounded-tile bg-sunken p-4">
      <p className="min-w-0 flex-1 wrap-anywhere select-all">{sentence}</p>
      <CopyText text={sentence} label="Copy the sentence" quiet />
    </div>
  )
}

function ByCommand({ name, sentence }: { name: string; sentence: string }) {
  const command = `npm run held -- '${name.replaceAll("'", String.raw`'\''`)}' SIGNATURE`
  return (
    <>
      <p>Sign this sentence with the wallet’s key (BIP-322, “simple”).</p>
      <Sentence sentence={sentence} />
      <p>Then run this on the server, with the signature at the end:</p>
      <div className="flex items-start gap-3 rounded-tile bg-sunken p-4">
        <p className="min-w-0 flex-1 wrap-anywhere select-all">
          <code>{command}</code>
        </p>
        <CopyText text={command} label="Copy the command" quiet />
      </div>
    </>
  )
}

type FormProps = SentenceProps & Pick<ToSign, 'wallet'> & { sentence: string }

function SignedForm({ wallet, sentence, onDone }: Omit<FormProps, 'walletId'>) {
  const { busy, errors, change } = useChange(onDone)
  const send = (given: FormData) => {
    const body = { sentence: fieldOf(given, 'sentence').trim(), signature: fieldOf(given, 'signature').trim() }
    return call('POST /api/prove-wallet/:id', { params: { id: wallet.id }, body })
  }
  return (
    <>
      <p>Sign this sentence with the wallet’s key, as a message (“personal_sign”), and paste the signature.</p>
      <form noValidate onSubmit={(event) => change(event, send)} className="flex flex-col gap-4">
        <div className="flex items-start gap-3">
          <TextArea
            label="Sentence to sign"
            name="sentence"
            required
            maxLength={1000}
            spellCheck={false}
            defaultValue={sentence}
            hint="A sentence whose proof is up to seven days old is accepted too."
            error={errors['sentence']}
            className="min-w-0 flex-1"
          />
          <CopyText text={sentence} label="Copy the sentence" quiet />
        </div>
        <TextArea
          label="Signature"
          name="signature"
          required
          rows={3}
          maxLength={2000}
          spellCheck={false}
          error={errors['signature']}
        />
        <Notice tone="pending">
          From then on, everybody who can see the open books sees the address, the sentence and the signature.
        </Notice>
        <Button type="submit" busy={busy}>
          {busy ? 'sending...' : 'Show that it is held'}
        </Button>
      </form>
    </>
  )
}
