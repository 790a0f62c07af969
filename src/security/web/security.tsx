import * as text from '#texts/security.ts'
import { ScreenHead } from '#ui/screen-head.tsx'
import { ActivitySection } from './activity-section.tsx'
import { ArchiveSection } from './archive-section.tsx'
import { CloseSection } from './close-section.tsx'
import { FactorsSection } from './factors-section.tsx'
import { EmailSection } from './email-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PhoneSection } from './phone-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** What somebody signs in by and is reached at; another section is one more line. */
const KEYS = [PasswordSection, FactorsSection, EmailSection, PhoneSection]
/** Where and what was done, and how it all ends. */
const TRACES = [SessionsSection, ActivitySection, ArchiveSection, CloseSection]

/** Everything about the safety of one's account. */
export function SecurityScreen() {
  return (
    <>
      <ScreenHead title={text.title} line={text.lead} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        {[KEYS, TRACES].map((sections, column) => (
          <div key={column} className="flex min-w-0 flex-col gap-4">
            {sections.map((Part, place) => (
              <Part key={place} />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}
