import { useNavigate } from '@tanstack/react-router'
import { useTimeout } from '#ui/timeout.ts'
import { useRefresh } from '#ui/read.ts'

export type PaymentSource = 'payment' | 'bonus'

const LEAVES_AFTER = 3000

/**
 * Three seconds after an investment is saved on to its payment, or to what runs already; Back leads to the plans from
 * there. Belongs to the screen and not to the form, which may be closed meanwhile.
 */
export function useLeave(): (source: PaymentSource, r_url: string) => void {
  const navigate = useNavigate()
  const later = useTimeout()
  const refresh = useRefresh()
  return (source, r_url) => {
    refresh()
    const pay = { to: '/payment', search: Object.fromEntries(new URLSearchParams(r_url)) } as const
    const active = { to: '/investment', search: { tab: 'active' } } as const
    later(() => void navigate({ ...(source === 'payment' ? pay : active), replace: true }), LEAVES_AFTER)
  }
}
