import { useUser } from '#identity/web/session.ts'

/** Why the signed-in administrator cannot decide on a record in which these people have a part; null if they can. */
export function useWhyNotDecide(involved: readonly string[]): string | null {
  const me = useUser()
  const mayMove = useMayChange()
  if (!mayMove) return 'Support can see everything but can’t move money.'
  if (me && involved.includes(me.id)) return 'You can’t decide on your own records. Another administrator has to.'
  return null
}

/** Whether the signed-in administrator may change what others rely on. The server checks it itself. */
export function useMayChange(): boolean {
  const roles = useUser()?.roles ?? []
  return roles.includes('owner') || roles.includes('reviewer')
}

/** Whether the signed-in administrator may record the operator's own money. The server checks it itself. */
export function useMayOwn(): boolean {
  return useUser()?.roles.includes('owner') ?? false
}
