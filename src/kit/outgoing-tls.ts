import { isLoopbackHost } from './rules.ts'

const LEADS_OUT = ['DATABASE_URL', 'DATABASE_APP_URL', 'SMS_URL']

/**
 * Refuses, in a sentence for the operator, an address by which a database, a gateway or an exchange would be spoken to
 * over a network in the clear, or without looking at its certificate. This machine itself and its sockets are no network.
 * Mail by `smtp://` begins in the clear: whoever sends it has to insist on STARTTLS.
 */
export function refuseInTheClear(
  env: Readonly<Record<string, string | undefined>>,
  marketSources: Readonly<Record<string, string>>,
): void {
  for (const name of LEADS_OUT) refuseOne(name, env[name] ?? '')
  for (const source of Object.values(marketSources)) refuseOne('MARKET_SOURCES', source)
}

function refuseOne(name: string, address: string): void {
  if (!URL.canParse(address) || isOnThisMachine(new URL(address))) return
  const { protocol, searchParams } = new URL(address)
  const mend =
    /^postgres(ql)?:$/.test(protocol) && searchParams.get('sslmode') !== 'verify-full'
      ? 'add sslmode=verify-full to it'
      : protocol === 'http:' && 'let it begin with https://'
  if (mend === false) return
  throw new Error(`${name} leads over a network without TLS: ${mend}, or set OUTGOING_TLS=optional.`)
}

/** A database may be named by its socket's folder, in the place of a host or beside it. */
export function isOnThisMachine({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host === '' || host.startsWith('/') || isLoopbackHost(host)
}
