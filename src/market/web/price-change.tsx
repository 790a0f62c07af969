import * as text from '#texts/market.ts'

/** By how much a price went up or down in a day, with a sign, and a word for those who hear it. */
export function PriceChange({ percent, className = '' }: { percent: string | null; className?: string }) {
  if (percent === null) return null
  const size = percent.replace('-', '')
  if (Number(size) === 0) return <span className={`text-ink-3 ${className}`}>{text.unchanged}</span>
  const falls = percent.startsWith('-')
  return (
    <span className={`${falls ? 'text-down' : 'text-up'} ${className}`}>
      <span className="sr-only">{falls ? text.down : text.up} </span>
      <span aria-hidden>{falls ? '−' : '+'}</span>
      {text.percent(size)}
    </span>
  )
}
