/**
 * An address or hash in groups of four, four to a line, its first and last six characters bold, to be compared.
 * The groups are set apart by space alone: selected and copied it is one word.
 */
export function Address({ text, className = '' }: { text: string; className?: string }) {
  const groups = text.match(/.{1,4}/g) ?? []
  return (
    <span className={`block w-[13.2em] max-w-full text-17 leading-[2rem] text-ink-2 select-all ${className}`}>
      {groups.map((group, row) => (
        <span key={row} className="inline-block w-[3.3em] whitespace-nowrap">
          {[...group].map((character, column) => {
            const place = row * 4 + column
            const bold = place < 6 || place >= text.length - 6
            return bold ? (
              <b key={column} className="text-ink">
                {character}
              </b>
            ) : (
              character
            )
          })}
        </span>
      ))}
    </span>
  )
}
