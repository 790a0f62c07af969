/** What a sentence is about. */
export function bold(text: string) {
  return <b className="text-ink">{text}</b>
}
