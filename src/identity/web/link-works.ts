import { useCallback, useState } from 'react'
import type { User } from '#users/contract.ts'
import { useAnswer } from '#ui/answer.ts'
import { call } from './calls.ts'

type Link = { valid: boolean; roles?: User['roles'] }

/**
 * Whether a mailed or printed link still works, and the roles that it offers: null until the server has said, and where it
 * cannot be asked. Then the form is shown, and its answer says so.
 */
export function useLink(kind: 'reset' | 'setup' | 'roles', token: string | undefined): Link | null {
  const [link, setLink] = useState<Link | null>(null)
  const ask = useCallback(() => call('POST /api/check-link', { body: { kind, token: token ?? '' } }), [kind, token])
  useAnswer(ask, setLink)
  return link
}
