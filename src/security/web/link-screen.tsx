import { useLocation } from '@tanstack/react-router'
import { MailLinkScreen } from './mail-link.tsx'
import { UndoChangeScreen } from './undo-change.tsx'

/** What a link in a mail leads to, signed in or not: taking back a change, or the matter of a withdrawal. */
export function LinkScreen() {
  return useLocation().pathname === '/undo-change' ? <UndoChangeScreen /> : <MailLinkScreen />
}
