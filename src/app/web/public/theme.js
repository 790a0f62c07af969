// Runs before the first paint, so that nobody sees the wrong theme flash by.
;(() => {
  const page = document.documentElement
  const device = matchMedia('(prefers-color-scheme: dark)')
  const kept = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // storage may be closed to us: the device's own preference decides
      return null
    }
  }
  const show = () => {
    const theme = kept('theme')
    const dark = theme ? theme === 'dark' : device.matches
    page.dataset.theme = dark ? 'dark' : 'light'
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#0B1311' : '#F3F5F1')
  }
  show()
  // a device may go dark in the evening, while a page is open
  device.addEventListener('change', show)
  const { product } = page.dataset
  try {
    if (product && product !== kept('product')) localStorage.setItem('product', product)
  } catch {
    // full or closed: the next page says it again
  }
})()
