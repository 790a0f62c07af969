import { KeyRound } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { Static } from 'typebox'
import type { RequestOptions } from '#factors/contract.ts'
import type { FactorKindSchema } from '#identity/contract.ts'
import { CodeField } from '#identity/web/code-field.tsx'
import type { BodyOf } from '#kit/wire.ts'
import * as text from '#texts/factors.ts'
import { Button } from '#ui/button.tsx'
import { CallError } from '#ui/client.ts'
import { fieldOf } from '#ui/submission.ts'
import { COPIED, TextField } from '#ui/text-field.tsx'
import type { factorsContract } from '../contract.ts'
import { answerByPasskey } from './passkey.ts'

/** A kind of what proves who somebody is, as the wire has it. */
export type ProofKind = Static<typeof FactorKindSchema>
type FactorProof = BodyOf<(typeof factorsContract)['POST /api/step-up']>

type ProveFactorProps<Reply> = {
  /** What would do. */
  kinds: readonly ProofKind[]
  confirm: string
  passkeyOptions: () => Promise<Static<typeof RequestOptions> | null>
  send: (proof: FactorProof) => Promise<Reply>
  onProved: (reply: Reply) => void
}

/** One of somebody's second factors, proved: what is wrong is said here, and can be tried again. */
export function ProveFactor<Reply>({ kinds, confirm, passkeyOptions, send, onProved }: ProveFactorProps<Reply>) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<CallError>()
  const [recovering, setRecovering] = useState(!kinds.includes('authenticator'))
  const mayType = kinds.some((kind) => kind !== 'passkey')
  const prove = async (proofOf: () => Promise<FactorProof>) => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      onProved(await send(await proofOf()))
    } catch (error) {
      setProblem(error instanceof CallError ? error : new CallError(0, String(error)))
    }
    setBusy(false)
  }
  const byPasskey = () =>
    prove(async () => {
      const options = await passkeyOptions()
      if (options === null) throw new CallError(0, text.noPasskey)
      return { passkey: await answerByPasskey(options) }
    })
  const byCode = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = fieldOf(form, recovering ? 'recovery_code' : 'code').trim()
    void prove(async () => {
      if (typed === '') throw new CallError(422, recovering ? text.recoveryCodeMissing : text.codeMissing)
      return recovering ? { recovery_code: typed } : { code: typed }
    })
  }
  // what is said of no field stands above them
  const ofField = mayType && problem !== undefined && (problem.status === 422 || Object.keys(problem.errors).length > 0)
  return (
    <div className="flex flex-col gap-4 text-start">
      {problem && !ofField && (
        <p role="alert" className="rounded-tile bg-down-wash p-4 text-14 text-down">
          {problem.message}
        </p>
      )}
      {kinds.includes('passkey') && (
        <Button variant={mayType ? 'secondary' : 'primary'} size="medium" busy={busy} onClick={() => void byPasskey()}>
          <KeyRound aria-hidden className="size-5" />
          {text.byPasskey}
        </Button>
      )}
      {mayType && (
        <CodeForm
          {...{ recovering, confirm, busy, error: ofField ? [problem.message] : undefined }}
          onSend={byCode}
          {...(kinds.includes('authenticator') &&
            kinds.includes('recovery code') && {
              onSwitch: () => {
                setProblem(undefined)
                setRecovering(!recovering)
              },
            })}
        />
      )}
    </div>
  )
}

type CodeFormProps = {
  /** a recovery code is typed, and not that of an app */
  recovering: boolean
  confirm: string
  busy: boolean
  error: readonly string[] | undefined
  onSend: (event: FormEvent<HTMLFormElement>) => void
  onSwitch?: () => void
}

/** A code of an app or a recovery code, with the way to the other of the two. */
function CodeForm({ recovering, confirm, busy, error, onSend, onSwitch }: CodeFormProps) {
  return (
    <form noValidate onSubmit={onSend} className="flex flex-col gap-3.5">
      {recovering ? (
        <TextField
          label={text.recoveryCode}
          name="recovery_code"
          {...COPIED}
          required
          hint={text.recoveryCodeHint}
          error={error}
        />
      ) : (
        <CodeField label={text.code} name="code" error={error} />
      )}
      <Button type="submit" size="medium" busy={busy}>
        {busy ? text.sending : confirm}
      </Button>
      {onSwitch && (
        <button
          type="button"
          onClick={onSwitch}
          className="min-h-11 self-center rounded-control text-14 font-semibold text-brand underline"
        >
          {recovering ? text.byApp : text.byRecoveryCode}
        </button>
      )}
    </form>
  )
}
