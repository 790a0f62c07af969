import type { Tx } from '#kit/database.ts'
import { seal, unseal } from '#kit/seal.ts'
import type { AuthenticatorRow } from './store.ts'

/** Closes the secret of an authenticator app for its row alone. */
export function sealSecret(tx: Tx, id: string, secret: string): string {
  return seal(tx, `authenticator/${id}`, secret)
}

/** Opens it again; undefined where it was closed with a pepper that has been given up since. */
export function unsealSecret(tx: Tx, { id, secret }: Pick<AuthenticatorRow, 'id' | 'secret'>): string | undefined {
  try {
    return unseal(tx, `authenticator/${id}`, secret)
  } catch {
    return undefined
  }
}
