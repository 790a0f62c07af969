/** What has to be there for a test to go on. Throws where it is not. */
export function there<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('what this test goes on with is not there')
  return value
}
