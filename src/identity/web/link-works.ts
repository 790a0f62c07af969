import { useCallback, useState } from 'react'
import { useAnswer } from '#ui/answer.ts'
import { call } from './calls.ts'

/**
 * Whether a mailed or printed link still works: null until the server has said, and where it cannot be asked. Then
 * the form is shown, and its answer says so.
 */
export function useLinkWorks(kind: 'reset' | 'setup' | 'roles', token: string | undefined): boolean | null {
  const [works, setWorks] = useState<boolean | null>(null)
  const ask = useCallback(() => call('POST /api/check-link', { body: { kind, token: token ?? '' } }), [kind, token])
  useAnswer(ask, ({ valid }) => setWorks(valid))
  return works
}
