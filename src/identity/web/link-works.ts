import { useEffect, useState } from 'react'
import { call } from './calls.ts'

/**
 * Whether a mailed or printed link still works: null until the server has said, and where it cannot be asked. Then
 * the form is shown, and its answer says so.
 */
export function useLinkWorks(kind: 'reset' | 'setup' | 'roles', token: string | undefined): boolean | null {
  const [works, setWorks] = useState<boolean | null>(null)
  useEffect(() => {
    let left = false
    call('POST /api/check-link', { body: { kind, token: token ?? '' } }).then(
      ({ valid }) => left || setWorks(valid),
      () => {},
    )
    return () => {
      left = true
    }
  }, [kind, token])
  return works
}
