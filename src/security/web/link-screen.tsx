import { useLocation } from '@tanstack/react-router'
import { MailLinkScreen } from './mail-link.tsx'
import { StopHelpScreen } from './stop-help.tsx'
import { UndoChangeScreen } from './undo-change.tsx'

/**
 * What a link in a mail leads to, signed in or not: taking back a change, stopping a request for help with lost second
 * factors, or the matter of a withdrawal.
 */
export function LinkScreen() {
  const { pathname } = useLocation()
  if (pathname === '/undo-change') return <UndoChangeScreen />
  return pathname === '/stop-factor-help' ? <StopHelpScreen /> : <MailLinkScreen />
}
