/** The address by which the owner of an account stops a request. It opens a page and does nothing by itself. */
export function stopLink(appUrl: string, token: string): string {
  return `${appUrl}/stop-factor-help?token=${token}`
}
