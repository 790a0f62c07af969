/**
 * Where somebody goes once they are signed in: the place of this site that they had opened before, out of the sign-in
 * page's query (`?next=/investment?tab=active`), else the dashboard. Whoever sent the link may have written it, so it is read
 * as the browser would go there (`//elsewhere`, `/\\elsewhere`, blanks within) and taken only where that is this site.
 */
export function placeAfterSignIn(query: string, origin: string): string {
  const asked = new URLSearchParams(query).get('next') ?? ''
  const place = asked.startsWith('/') && URL.canParse(asked, origin) ? new URL(asked, origin).href : ''
  return place.startsWith(`${origin}/`) ? place : '/dashboard'
}
