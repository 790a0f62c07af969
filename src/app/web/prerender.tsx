import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { StrictMode, type ReactNode } from 'react'
import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server'
import type { View } from '#identity/web/session.ts'
import { routerFor } from './routes.tsx'

/** What the app shows at an address in a view, as HTML, with the title that it gives the page. Runs at build time. */
export async function renderPage(address: string, view: View): Promise<{ title: string; body: string }> {
  const router = routerFor(view)
  const history = createMemoryHistory({ initialEntries: [address] })
  // else the router adds an inline script of its own
  router.update({ ...router.options, history, scrollRestoration: false })
  await router.load()
  const page = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
  const html = renderToStaticMarkup(page)
  // React puts what belongs in the head before the rest
  const [, title, body] = /^<title>(.*?)<\/title>(.+)$/s.exec(html) ?? []
  if (!title || !body) throw new Error(`${address} renders no page with a title`, { cause: await whyNot(page) })
  return { title, body }
}

/** What static markup keeps to itself: within a boundary an error leaves nothing and is not told. */
async function whyNot(page: ReactNode): Promise<unknown> {
  let cause: unknown
  const stream = await renderToReadableStream(page, { onError: (error) => void (cause ??= error) })
  await stream.allReady
  return cause
}
