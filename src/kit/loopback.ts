/**
 * Whether the name of a host, as an address has it, is this machine and nothing else: `localhost` or a name under it,
 * 127.0.0.0/8, ::1. Nobody can point such a name elsewhere, nor point another one here and be taken for it.
 */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name)
}
