const SIGN_IN = ['/', '/login']

/**
 * Where somebody goes once they are signed in: the place of this site that they had opened before, out of the sign-in
 * page's query (`?next=/investment?tab=active`), else the dashboard. Whoever sent the link may have written it, so it is read
 * as the browser would go there (`//elsewhere`, `/\\elsewhere`, blanks within) and taken only where that is this site, but
 * never the sign-in page again, which somebody whose session ended there would come back to.
 */
export function placeAfterSignIn(query: string, origin: string): string {
  const asked = new URLSearchParams(query).get('next') ?? ''
  if (!asked.startsWith('/') || !URL.canParse(asked, origin)) return '/dashboard'
  const place = new URL(asked, origin)
  return place.origin === origin && !SIGN_IN.includes(place.pathname) ? place.href : '/dashboard'
}
