// Runs in a prerendered page before its first paint, and until the app takes over.
;(() => {
  const page = document.documentElement
  try {
    // Whoever has a session here gets their own screens at this address: not a glimpse of the visitors'.
    // So does whoever comes back to the home that an invitation has led to.
    if (localStorage.getItem('user') !== null || history.state?.invited !== undefined) {
      page.dataset.own = ''
      document.title = page.dataset.product
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
