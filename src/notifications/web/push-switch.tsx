import { BellRing } from 'lucide-react'
import { useCallback, useId, useState } from 'react'
import * as text from '#texts/push.ts'
import { useAnswer } from '#ui/answer.ts'
import { pushState, startPush, stopPush, type PushState } from './push-device.ts'

/** Notifications on this device, on or off, and what stands in the way. */
export function PushSwitch({ userId }: { userId: string }) {
  const [state, setState] = useState<PushState | 'asking'>()
  const [problem, setProblem] = useState<string>()
  const about = useId()
  const ask = useCallback(() => pushState(userId).catch(() => 'unsupported' as const), [userId])
  useAnswer(ask, setState)

  const turn = async (next: () => Promise<PushState>) => {
    setState('asking')
    setProblem(undefined)
    try {
      setState(await next())
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setState(await pushState(userId))
    }
  }

  const on = state === 'on'
  const possible = on || state === 'off' || state === 'asking'
  return (
    <div className="flex min-h-19 flex-col justify-center py-3">
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-describedby={about}
        aria-disabled={state === 'asking' || !possible || undefined}
        className="flex min-h-11 w-full items-center gap-3 rounded-control text-start font-semibold"
        onClick={() => {
          if (on) void turn(stopPush)
          else if (state === 'off') void turn(() => startPush(userId))
        }}
      >
        <BellRing className="size-5 text-brand" aria-hidden />
        <span className="flex-1">{text.heading}</span>
        {possible && <Knob on={on} busy={state === 'asking'} />}
      </button>
      <p id={about} role="status" className="text-13 text-ink-2">
        {wordsOf(state)}
      </p>
      {problem && (
        <p role="alert" className="mt-1 text-13 text-down">
          {problem}
        </p>
      )}
    </div>
  )
}

function Knob({ on, busy }: { on: boolean; busy: boolean }) {
  return (
    <span
      aria-hidden
      className={`h-6 w-10 rounded-full p-0.5 transition-colors ${on ? 'bg-brand' : 'bg-line-strong'} ${busy ? 'opacity-60' : ''}`}
    >
      <span
        className={`block size-5 rounded-full bg-surface transition-transform ${on ? 'translate-x-4 rtl:-translate-x-4' : ''}`}
      />
    </span>
  )
}

function wordsOf(state: PushState | 'asking' | undefined): string | null {
  if (state === undefined) return null
  if (state === 'unsupported') return text.unsupported
  if (state === 'install first') return text.installFirst
  if (state === 'no worker') return text.noWorker
  if (state === 'blocked') return text.blocked
  return state === 'asking' ? text.asking : text.what
}
