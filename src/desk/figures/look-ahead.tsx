import { Choices } from '#ui/choices.tsx'
import type { DaysAhead } from './flow.ts'

/** How many days a chart of the dashboard looks ahead. */
export function LookAhead({ ahead, onChoose }: { ahead: DaysAhead; onChoose: (ahead: DaysAhead) => void }) {
  return (
    <Choices
      variant="segments"
      label="Look ahead"
      choices={[
        { value: '30', label: '30 days' },
        { value: '90', label: '90 days' },
      ]}
      chosen={String(ahead)}
      onChoose={(value) => onChoose(value === '90' ? 90 : 30)}
    />
  )
}
