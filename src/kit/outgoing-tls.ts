import pg from 'pg'
import { isLoopbackHost } from './rules.ts'

const DATABASES = ['DATABASE_URL', 'DATABASE_APP_URL']

/**
 * Refuses, in a sentence for the operator, an address by which a database, a mail server, a gateway, an exchange or a witness would
 * be spoken to over a network in the clear, or without looking at its certificate. This machine itself and its sockets are
 * no network. Mail by `smtp://` begins in the clear: whoever sends it has to insist on STARTTLS.
 */
export function refuseInTheClear(
  env: Readonly<Record<string, string | undefined>>,
  marketSources: Readonly<Record<string, string>>,
  logWitnesses: readonly { url: string }[],
): void {
  for (const name of DATABASES) refuseDatabase(name, env[name] ?? '')
  // options in the address would count for more than what is insisted on
  if (/[?&](requireTLS|ignoreTLS|secure|tls)\b/i.test(env['SMTP_URL'] ?? ''))
    throw inTheClear('SMTP_URL', 'take the options of TLS out of it')
  refuseHttp('SMS_URL', env['SMS_URL'] ?? '')
  for (const source of Object.values(marketSources)) refuseHttp('MARKET_SOURCES', source)
  for (const { url } of logWitnesses) refuseHttp('LOG_WITNESSES', url)
}

function refuseHttp(name: string, address: string): void {
  if (!URL.canParse(address)) return
  const { protocol, hostname } = new URL(address)
  if (protocol === 'http:' && !isThisMachine(hostname)) throw inTheClear(name, 'let it begin with https://')
}

/** As the driver reads it, who takes more for an address than a URL is. */
function refuseDatabase(name: string, address: string): void {
  if (address === '') return
  const { host, ssl } = new pg.Client({ connectionString: address }) as unknown as { host: string; ssl: unknown }
  if (isThisMachine(host)) return
  const modes = address.match(/[?&]sslmode=[^&]*/g) ?? []
  if (typeof ssl !== 'object' || modes.length !== 1 || !modes[0]?.endsWith('=verify-full'))
    throw inTheClear(name, 'add sslmode=verify-full to it')
}

const inTheClear = (name: string, mend: string) =>
  new Error(`${name} leads over a network without TLS: ${mend}, or set OUTGOING_TLS=optional.`)

/** A host by name or address, or the folder of a socket. */
export function isThisMachine(host: string): boolean {
  return host.startsWith('/') || isLoopbackHost(host)
}
