// Runs in an investor's page before its scripts are there: what its screens read is asked for at once, and taken by
// the client (src/ui/client.ts) when it comes to ask. What stands in the page already is for an investor alone.
;(() => {
  try {
    const token = localStorage.getItem('auth-token')
    const user = JSON.parse(localStorage.getItem('user') ?? '{}')
    const view = localStorage.getItem('user-type') ?? user.role
    if (token === null || !user.verified || view !== 'normal') return
    document.documentElement.dataset.investor = ''
    // What brings a screen back to where it was left comes late (kept-scroll.ts): by then somebody may have gone elsewhere.
    for (const name of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
      addEventListener(name, () => (globalThis.byHand = true), { capture: true, once: true, passive: true })
    if (!navigator.onLine) return
    const init = {
      credentials: 'include',
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    }
    const answers = Object.fromEntries(
      ['/api/balance', '/api/histories'].map((address) => [address, fetch(address, init)]),
    )
    // who takes an answer hears of it; here it is nobody's yet
    for (const answer of Object.values(answers)) answer.catch(() => {})
    globalThis.early = { token, answers }
    // what no screen has taken by then is no longer how things are
    setTimeout(() => delete globalThis.early, 20_000)
  } catch {
    // storage may be closed to us: then nobody is signed in
  }
})()
