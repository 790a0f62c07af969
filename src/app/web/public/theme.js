// Runs before the first paint, so that nobody sees the wrong theme flash by.
;(() => {
  const page = document.documentElement
  let stored = null
  try {
    stored = localStorage.getItem('theme')
    const { product } = page.dataset
    if (product && product !== localStorage.getItem('product')) localStorage.setItem('product', product)
  } catch {
    // storage may be closed to us: the device's own preference decides
  }
  const dark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  page.dataset.theme = dark ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#0B1311' : '#F3F5F1')
})()
