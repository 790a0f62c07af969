import { useNavigate, type NavigateOptions } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Goes on to another screen on its own after some milliseconds, in the place of this one; null stays. */
export function useRedirectAfter(to: NonNullable<NavigateOptions['to']>, after: number | null) {
  const navigate = useNavigate()
  useEffect(() => {
    if (after === null) return
    const timer = setTimeout(() => void navigate({ to, replace: true }), after)
    return () => clearTimeout(timer)
  }, [to, after, navigate])
}
