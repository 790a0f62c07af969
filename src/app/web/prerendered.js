// Runs in a prerendered page before its first paint, and until the app takes over.
;(() => {
  const page = document.documentElement
  try {
    // Whoever has a session here gets their own screens at this address: not a glimpse of the visitors'.
    // So does whoever comes back to the home that an invitation has led to.
    if (localStorage.getItem('user') !== null || history.state?.invited !== undefined) {
      page.dataset.own = ''
      document.title = page.dataset.product
    } else if (page.dataset.reads) {
      // What its screen reads is asked for at once, and taken by the client (src/ui/client.ts) when it comes to ask.
      const init = { credentials: 'include', headers: { accept: 'application/json' } }
      const answers = Object.fromEntries(
        page.dataset.reads.split(' ').map((address) => [address, fetch(address, init)]),
      )
      // who takes an answer hears of it; here it is nobody's yet
      for (const answer of Object.values(answers)) answer.catch(() => {})
      globalThis.early = { token: null, answers }
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
