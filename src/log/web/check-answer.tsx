import * as text from '#texts/log.ts'
import type { MailCheck } from './log-today.ts'

/** Yes with what was checked, no with the place, or why nothing was checked. */
export function CheckAnswer({ found }: { found: MailCheck }) {
  const { answer } = found
  const head = answer === 'yes' ? text.yes : answer === 'no' ? text.no : text.notChecked
  const colour = answer === 'yes' ? 'text-brand' : answer === 'no' ? 'text-down' : ''
  return (
    <div className="mt-3 rounded-tile bg-sunken p-4 text-14">
      <p className={`font-semibold ${colour}`}>{head}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {saysOf(found).map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}

function saysOf(found: MailCheck): string[] {
  if (found.answer === 'unreachable') return [text.unreachable]
  if (found.answer === 'unable') return [text.unable]
  if (found.answer === 'no' && !('kept' in found)) return [text.places[found.place]]
  if (found.answer === 'not checked' && found.why === 'key') return [text.otherKey]
  const { kept, now } = found
  const otherName = kept.origin === now.origin ? [] : [text.otherName(now.origin)]
  const signed = found.byKeyOfToday ? text.signedThen : text.signedByOther
  if (found.answer === 'yes') return [text.begins(kept.size, now.size), ...otherName, signed, text.signedToday]
  const place = found.answer === 'no' ? found.place : found.why
  if (place === 'renamed') return [text.renamed(kept.origin, now.origin)]
  if (place === 'tiles') return [text.places.tiles]
  const differs = place === 'shorter' ? text.shorter(kept.size, now.size) : text.past(kept.size)
  if (found.answer !== 'no') return [text.otherKey, differs, ...otherName]
  return [differs, ...(place === 'past' ? [text.proves] : []), signed]
}
