// Runs in a prerendered page before its first paint, and until the app takes over.
;(() => {
  const page = document.documentElement
  try {
    // Whoever has a session here gets their own screens at this address: not a glimpse of the visitors'.
    if (localStorage.getItem('user') !== null) {
      page.dataset.own = ''
      document.title = 'Plumb'
    }
  } catch {
    // storage may be closed to us: then nobody is signed in
  }
  // A form that is sent too early waits for the app, which finds the mark and sends it.
  document.addEventListener(
    'submit',
    (event) => {
      if (!('prerendered' in page.dataset)) return
      event.preventDefault()
      event.target.dataset.sent = ''
    },
    true,
  )
})()
