import * as text from '#texts/terms.ts'
import { FormHead, Motto, SignedOut } from './signed-out.tsx'

/** What a person agrees to when they register. */
export function TermsScreen() {
  return (
    <SignedOut title={text.title} hero={<Motto />}>
      <FormHead heading={text.title} />
      <ol className="flex list-decimal flex-col gap-3 ps-5 text-ink-2 marker:text-ink-3">
        {text.terms.map((term) => (
          <li key={term} className="ps-1">
            {term}
          </li>
        ))}
      </ol>
    </SignedOut>
  )
}
