import { fieldInWords, keptInWords } from './field-words.ts'

type Kept = Readonly<Record<string, unknown>>

/** What an act has changed, field by field: what differs first, then what stayed. */
export function ChangedFields({ before, after }: { before: unknown; after: unknown }) {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const changed = names.filter((name) => JSON.stringify(was[name] ?? null) !== JSON.stringify(is[name] ?? null))
  const stayed = names.filter((name) => !changed.includes(name))
  if (names.length === 0) return <p className="py-2 text-14 text-ink-2">No values were recorded.</p>
  return (
    <dl className="divide-y divide-line">
      {changed.map((name) => (
        <div key={name} className="py-2">
          <dt className="text-13 text-ink-2">{fieldInWords(name)}</dt>
          <dd className="text-14 wrap-anywhere">
            {was[name] !== undefined && (
              <>
                <span className="sr-only">before: </span>
                <del className="text-ink-2">{keptInWords(name, was[name])}</del>
              </>
            )}
            {was[name] !== undefined && is[name] !== undefined && <span aria-hidden> → </span>}
            {is[name] !== undefined && (
              <>
                {was[name] !== undefined && <span className="sr-only">, after: </span>}
                <b>{keptInWords(name, is[name])}</b>
              </>
            )}
          </dd>
        </div>
      ))}
      {stayed.map((name) => (
        <div key={name} className="py-2 text-ink-2">
          <dt className="text-13">{fieldInWords(name)}, as before</dt>
          <dd className="text-14 wrap-anywhere">{keptInWords(name, is[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The fields of what was kept, those within others by both names: `refund.amount`. */
function fieldsOf(kept: unknown, within = ''): Kept {
  if (kept === null || kept === undefined) return {}
  if (typeof kept !== 'object' || Array.isArray(kept)) return { [within || 'value']: kept }
  return Object.fromEntries(
    Object.entries(kept).flatMap(([name, value]: [string, unknown]) => {
      const whole = within ? `${within}, ${name}` : name
      const deeper = typeof value === 'object' && value !== null && !Array.isArray(value)
      return deeper ? Object.entries(fieldsOf(value, whole)) : [[whole, value]]
    }),
  )
}
