/** An address or hash in groups of four on a fixed grid, its first and last six characters bold, to be compared. */
export function Address({ text, className = '' }: { text: string; className?: string }) {
  const groups = text.match(/.{1,4}/g) ?? []
  return (
    <span
      aria-label={text}
      role="text"
      className={`inline-grid grid-cols-4 gap-x-3 gap-y-2 text-17 text-ink-2 ${className}`}
    >
      {groups.map((group, row) => (
        <span key={row} aria-hidden className="w-[2.6em]">
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
