/** A number with its noun, for sentences to people: `1 day`, `2 days`, `1,000 people`. */
export function countOf(count: number, one: string, other = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : other}`
}
