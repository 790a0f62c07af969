import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { alarmOfCertificate } from '#identity/alarms.ts'
import { type Clock, DAY, HOUR, SECOND } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import { countOf } from '#kit/count-of.ts'
import type { Database } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import type { Job } from './jobs.ts'

/** Days before the end of a certificate from which the owners are told every day: what renews by itself has done so. */
const RENEWED_BEFORE = 14 * DAY
const PATIENCE = 10 * SECOND

/**
 * What browsers would find wrong with the certificate at an https address, or will soon, in words; undefined if nothing.
 * It is looked at as a browser does, by the authorities that everybody trusts; `ca` is one to trust in their place, as PEM.
 * Throws where nobody answers there, or nobody who speaks TLS, and when told to stop.
 */
export async function certificateProblem(
  address: string,
  clock: Clock,
  { ca, stopping }: { ca?: string; stopping?: AbortSignal | undefined } = {},
): Promise<string | undefined> {
  const { hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const shown = await certificateAt({ host, port: Number(port || 443), ...(ca && { ca }) }, stopping)
  if ('refused' in shown) return `is not trusted by browsers (${shown.refused})`
  const left = Date.parse(shown.certificate.valid_to) - clock.now().getTime()
  if (left <= 0) return 'has expired'
  if (left < DAY) return 'ends within a day'
  return left < RENEWED_BEFORE ? `ends in ${countOf(Math.floor(left / DAY), 'day')}` : undefined
}

/** The certificate of what answers there, or the code of why a browser would refuse it. */
function certificateAt(
  at: { host: string; port: number; ca?: string },
  stopping?: AbortSignal,
): Promise<{ certificate: PeerCertificate } | { refused: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...at, ...(isIP(at.host) === 0 && { servername: at.host }) }, () => {
      resolve({ certificate: socket.getPeerCertificate() })
      socket.end()
    })
    socket.setTimeout(PATIENCE, () => socket.destroy(new Error('nobody answers there')))
    const giveUp = () => socket.destroy(new Error('the app is stopping'))
    stopping?.addEventListener('abort', giveUp)
    socket.once('close', () => stopping?.removeEventListener('abort', giveUp))
    socket.on('error', (error) => {
      // it says why a certificate that was shown is not taken, and nothing where the line broke or the other side refused
      const refused = socket.authorizationError
      if (refused) resolve({ refused: String(refused) })
      else reject(error)
    })
  })
}

/**
 * Looks every hour at the certificate by which people reach this house, and tells the owners once a day what is wrong with
 * it: what is in front of the house may come up after it. A house that cannot reach its own address from where it stands
 * says so in its log. Nothing where people come by http.
 */
export function ownCertificateJobs(house: {
  db: Database
  clock: Clock
  settings: Pick<Settings, 'appUrl'>
  tell(line: string): void
}): Job[] {
  const { db, clock, settings, tell } = house
  if (!settings.appUrl.startsWith('https:')) return []
  const run = async (stopping?: AbortSignal) => {
    const problem = await certificateProblem(settings.appUrl, clock, { stopping }).catch((error: unknown) => {
      tell(`the certificate of ${settings.appUrl} could not be looked at from here: ${String(error)}`)
    })
    if (typeof problem === 'string') await transaction(db, (tx) => alarmOfCertificate(tx, clock, problem))
  }
  return [{ name: 'own certificate', everySeconds: HOUR / SECOND, run }]
}
