import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { closeSession, readView } from '#identity/web/session.ts'
import { onSignedOut } from '#ui/client.ts'
import { ModalHost } from '#ui/modal-host.tsx'
import '#ui/styles.css'
import { router } from './routes.tsx'

const signedIn = ['investor', 'admin'].includes(readView())
onSignedOut(() => {
  if (!signedIn) return
  closeSession()
  location.assign('/')
})

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the app: #root is missing.')
createRoot(place).render(
  <StrictMode>
    <RouterProvider router={router} />
    <ModalHost />
  </StrictMode>,
)
