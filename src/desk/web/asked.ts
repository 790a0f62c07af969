import { useLocation, useNavigate } from '@tanstack/react-router'

/** What a list is asked for, in the address: a tab and words to look for. Choosing either closes an open record. */
export function useAsked() {
  const { tab, q = '' } = useLocation().search
  const navigate = useNavigate()
  const ask = (asked: { tab?: string | undefined; q?: string | undefined }) =>
    void navigate({ to: '.', search: asked, replace: true })
  return {
    tab,
    q,
    chooseTab: (name: string) => ask({ tab: name, q: q || undefined }),
    search: (text: string) => ask({ tab, q: text || undefined }),
  }
}
