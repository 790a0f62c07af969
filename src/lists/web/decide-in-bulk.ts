import { useEffect, useRef, useState } from 'react'
import { CallError } from '#ui/client.ts'
import { useRefresh } from '#ui/read.ts'

export type Verdict = 'approve' | 'decline' | 'reject'
/** What is done to several records, one after the other. */
export type BulkAct = Verdict | 'pay'
type Reply = { message: string; approval_id?: string }

/** How the decision on one record went; a record without an outcome has not been sent. */
export type Outcome = {
  /** `waits`: for a second administrator. `unknown`: it was sent, and nothing came back. */
  state: 'sending' | 'done' | 'waits' | 'refused' | 'unknown'
  words: string
}
export type BulkRun<Row, Act extends BulkAct = Verdict> = {
  verdict: Act
  rows: readonly Row[]
  outcomes: ReadonlyMap<string, Outcome>
  running: boolean
}

/**
 * Decides on several records, one after the other, each by a call and under a key of its own: what is decided stays
 * decided, whatever becomes of the rest. Ends after the current one when it is stopped, when the screen is left, and
 * when the server cannot be reached.
 */
export function useDecideInBulk<Row extends { id: string }, Act extends BulkAct = Verdict>() {
  const [run, setRun] = useState<BulkRun<Row, Act> | null>(null)
  const stopped = useRef(false)
  const refresh = useRefresh()
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )

  const begin = async (verdict: Act, rows: readonly Row[], send: (row: Row) => Promise<Reply>) => {
    stopped.current = false
    const outcomes = new Map<string, Outcome>()
    const tell = (running: boolean) => setRun({ verdict, rows, outcomes: new Map(outcomes), running })
    for (const row of rows) {
      if (stopped.current) break
      outcomes.set(row.id, { state: 'sending', words: 'sending...' })
      tell(true)
      const outcome = await outcomeOf(send(row))
      outcomes.set(row.id, outcome)
      tell(true)
      if (outcome.state === 'unknown') break
    }
    tell(false)
    refresh()
    return { verdict, rows, outcomes, running: false }
  }
  return {
    run,
    begin,
    stop: () => {
      stopped.current = true
    },
    forget: () => setRun(null),
  }
}

async function outcomeOf(sent: Promise<Reply>): Promise<Outcome> {
  try {
    const { message, approval_id } = await sent
    return { state: approval_id === undefined ? 'done' : 'waits', words: message }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    const answered = error instanceof CallError && error.status >= 400 && error.status < 500
    return { state: answered ? 'refused' : 'unknown', words }
  }
}
