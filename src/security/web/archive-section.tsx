import { OwnArchivePart } from '#archive/web/own-archive.tsx'
import * as text from '#texts/archive.ts'
import { Section } from './section.tsx'

/** Everything that is kept about somebody and theirs, to take along. */
export function ArchiveSection() {
  return (
    <Section title={text.title} lead={text.lead}>
      <OwnArchivePart />
    </Section>
  )
}
