// Runs before the first paint of the page that is kept for when there is no connection. It says nothing of whoever runs
// this: it is who the server's pages named last, in the look that they had last (src/app/web/kept-look.ts).
;(() => {
  const page = document.documentElement
  if (page.dataset.product !== undefined) return
  page.dataset.kept = ''
  try {
    const last = localStorage.getItem('product')
    if (last) document.title = page.dataset.product = last
    const { style, logo, wordmark } = JSON.parse(localStorage.getItem('look') ?? '{}')
    if (logo) page.dataset.logo = logo
    if (wordmark) page.dataset.wordmark = ''
    if (style) {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(style)
      document.adoptedStyleSheets = [sheet]
    }
  } catch {
    // storage may be closed to us, or hold what another version kept: then it looks like Plumb
  }
})()
