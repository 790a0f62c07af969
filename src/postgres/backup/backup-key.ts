/** The key of a backup: what age (age-encryption.org) takes, so that its own programs open the file, too. */
import { readFileSync } from 'node:fs'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/** The public half only encrypts. */
export type BackupKey = { half: 'public' | 'secret'; text: string }

const MAKE_ONE = 'Make one with: npm run backup -- --new-key'

/** Makes a key: the secret half opens what the public half encrypts. */
export async function newBackupKey(): Promise<{ secret: string; public: string }> {
  const secret = await generateX25519Identity()
  return { secret, public: await identityToRecipient(secret) }
}

/**
 * Reads BACKUP_KEY, or the file that BACKUP_KEY_FILE names, as age-keygen writes it. Undefined if there is none. Throws a
 * sentence, without the key, where it is no key of age.
 */
export function readBackupKey(env: Readonly<Record<string, string | undefined>>): BackupKey | undefined {
  const [given, file] = [env['BACKUP_KEY'] || undefined, env['BACKUP_KEY_FILE'] || undefined]
  if (given !== undefined && file !== undefined) throw new Error('Set BACKUP_KEY or BACKUP_KEY_FILE, not both.')
  if (file !== undefined) return keyIn('BACKUP_KEY_FILE', readKeyFile(file))
  return given === undefined ? undefined : keyIn('BACKUP_KEY', given)
}

/** Encrypts for whoever has the secret half. */
export async function encrypterWith({ half, text }: BackupKey): Promise<Encrypter> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(half === 'public' ? text : await identityToRecipient(text))
  return encrypter
}

/** Opens with the secret half. Throws a sentence where it is the public one. */
export function decrypterWith({ half, text }: BackupKey): Decrypter {
  if (half === 'public') {
    throw new Error('The key given is the public half, which only encrypts: a restore takes the secret half.')
  }
  const decrypter = new Decrypter()
  decrypter.addIdentity(text)
  return decrypter
}

function readKeyFile(path: string): string {
  try {
    const lines = readFileSync(path, 'utf8').split('\n')
    // age-keygen puts comments above the key
    return lines.filter((line) => line.trim() !== '' && !line.startsWith('#')).join('\n')
  } catch (error) {
    throw new Error(`BACKUP_KEY_FILE cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

function keyIn(name: string, given: string): BackupKey {
  const text = given.trim()
  const half = text.startsWith('AGE-SECRET-KEY-') ? 'secret' : 'public'
  try {
    if (half === 'secret') new Decrypter().addIdentity(text)
    else new Encrypter().addRecipient(text)
  } catch (error) {
    throw new Error(`${name} holds no key of age (AGE-SECRET-KEY-…, or its public half age1…). ${MAKE_ONE}`, {
      cause: error,
    })
  }
  return { half, text }
}
