import type { PanelProps } from './panel-sheet.tsx'
import { Panel } from './panel.tsx'
import { useWide } from './wide.ts'

/** A panel that slides up on a phone and comes from the right where there is room. */
export function SidePanel(props: Omit<PanelProps, 'side'>) {
  return <Panel {...props} side={useWide() ? 'end' : 'bottom'} />
}
