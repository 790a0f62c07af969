import { policyOf } from './trusted.ts'

const PROGRAM = '/sw.js'
/** The one address that a worker is ever made of. */
const worker = policyOf('worker', { createScriptURL: () => PROGRAM })

/** Has the browser keep the app's service worker; it may refuse, or answer nothing. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  const program = worker.createScriptURL(PROGRAM) as string
  return navigator.serviceWorker.register(program, { scope: '/', updateViaCache: 'none' })
}
