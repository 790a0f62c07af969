/** Times as people read them, in their own zone, en-US. */

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

type Instant = string | number

/** `11:02 PM` */
export function clockTime(at: Instant): string {
  return clock.format(new Date(at))
}

/** `Nov 20, 2026` */
export function dayOf(at: Instant): string {
  return day.format(new Date(at))
}

/** `Nov 20, 9:41 PM` */
export function momentOf(at: Instant): string {
  return moment.format(new Date(at))
}
