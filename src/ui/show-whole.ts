/**
 * For the heading of a section that stands where the button was that asked for it: takes the focus there, so that the
 * reading goes on, and all that it heads into view, since that is larger than the button.
 */
export function showWhole(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
  heading?.closest('section')?.scrollIntoView({ block: 'nearest' })
}
