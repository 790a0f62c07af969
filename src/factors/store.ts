import type { Selectable } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Authenticator, FactorChallenge, FactorTakeBack, Passkey } from '#kit/database-schema.ts'

export type PasskeyRow = Selectable<Passkey>
export type AuthenticatorRow = Selectable<Authenticator>
type ChallengeRow = Selectable<FactorChallenge>
export type FactorTakeBackRow = Selectable<FactorTakeBack>

// Passkeys

/** False if somebody has this passkey already; then nothing is written. */
export async function insertPasskey(tx: Tx, row: PasskeyRow): Promise<boolean> {
  const made = await tx
    .insertInto('passkey')
    .values(row)
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

export async function selectPasskeys(tx: Tx, userId: string): Promise<PasskeyRow[]> {
  return tx.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

/** Locks nothing. */
export async function selectPasskey(tx: Tx, credentialId: string): Promise<PasskeyRow | undefined> {
  return tx.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

export async function lockPasskey(tx: Tx, credentialId: string): Promise<PasskeyRow | undefined> {
  return tx.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).forUpdate().executeTakeFirst()
}

export async function changePasskey(
  tx: Tx,
  id: string,
  changed: Partial<Pick<PasskeyRow, 'name' | 'counter' | 'backed_up' | 'last_used_at'>>,
): Promise<void> {
  await tx.updateTable('passkey').set(changed).where('id', '=', id).execute()
}

// Authenticator apps

export async function insertAuthenticator(tx: Tx, row: AuthenticatorRow): Promise<void> {
  await tx.insertInto('authenticator').values(row).execute()
}

export async function selectAuthenticators(tx: Tx, userId: string): Promise<AuthenticatorRow[]> {
  return tx.selectFrom('authenticator').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

export async function lockAuthenticators(tx: Tx, userId: string): Promise<AuthenticatorRow[]> {
  return tx.selectFrom('authenticator').selectAll().where('user_id', '=', userId).orderBy('id').forUpdate().execute()
}

export async function changeAuthenticator(
  tx: Tx,
  id: string,
  changed: Partial<Pick<AuthenticatorRow, 'name' | 'last_step' | 'last_used_at'>>,
): Promise<void> {
  await tx.updateTable('authenticator').set(changed).where('id', '=', id).execute()
}

/** Takes away a passkey or an authenticator app of a user. */
export async function deleteFactor(tx: Tx, { userId, id }: { userId: string; id: string }): Promise<void> {
  await tx.deleteFrom('passkey').where('id', '=', id).where('user_id', '=', userId).execute()
  await tx.deleteFrom('authenticator').where('id', '=', id).where('user_id', '=', userId).execute()
}

/** Takes away what of a user's factors was added since a moment, recovery codes included. Answers how many factors. */
export async function deleteFactorsSince(tx: Tx, userId: string, since: Date): Promise<number> {
  const deleted = async (table: 'passkey' | 'authenticator') =>
    (await tx.deleteFrom(table).where('user_id', '=', userId).where('created_at', '>=', since).executeTakeFirst())
      .numDeletedRows
  const factors = Number((await deleted('passkey')) + (await deleted('authenticator')))
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).where('made_at', '>=', since).execute()
  return factors
}

/** Takes away all of a user's factors, recovery codes included. */
export async function deleteFactorsOf(tx: Tx, userId: string): Promise<void> {
  await deleteRecoveryCodes(tx, userId)
  await tx.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await tx.deleteFrom('authenticator').where('user_id', '=', userId).execute()
}

// Recovery codes

export async function insertRecoveryCodes(
  tx: Tx,
  userId: string,
  hashes: readonly string[],
  madeAt: Date,
): Promise<void> {
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash, made_at: madeAt, used_at: null }))
  await tx.insertInto('recovery_code').values(rows).execute()
}

export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

/** Uses a code up; false if there is none, or it was used before. */
export async function takeRecoveryCode(tx: Tx, userId: string, hash: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** How many are left. */
export async function countRecoveryCodes(tx: Tx, userId: string): Promise<number> {
  const { left } = await tx
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<bigint>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

// Challenges

/** Keeps what a session is asked, in place of what it was asked before for the same. */
export async function putChallenge(tx: Tx, row: ChallengeRow): Promise<void> {
  const { session_id: _session, purpose: _purpose, ...newest } = row
  await tx
    .insertInto('factor_challenge')
    .values(row)
    .onConflict((before) => before.columns(['session_id', 'purpose']).doUpdateSet(newest))
    .execute()
}

export async function selectChallenge(
  tx: Tx,
  of: Pick<ChallengeRow, 'session_id' | 'purpose'>,
): Promise<ChallengeRow | undefined> {
  return tx
    .selectFrom('factor_challenge')
    .selectAll()
    .where('session_id', '=', of.session_id)
    .where('purpose', '=', of.purpose)
    .executeTakeFirst()
}

/** Takes it away: of two who come at once one gets it. */
export async function takeChallenge(
  tx: Tx,
  of: Pick<ChallengeRow, 'session_id' | 'purpose'>,
): Promise<ChallengeRow | undefined> {
  return tx
    .deleteFrom('factor_challenge')
    .where('session_id', '=', of.session_id)
    .where('purpose', '=', of.purpose)
    .returningAll()
    .executeTakeFirst()
}

export async function insertSignInChallenge(
  tx: Tx,
  row: { token_hash: string; challenge: string; expires_at: Date },
): Promise<void> {
  await tx.insertInto('sign_in_challenge').values(row).execute()
}

/** Takes it away: of two who come at once one gets it. */
export async function takeSignInChallenge(
  tx: Tx,
  tokenHash: string,
): Promise<{ challenge: string; expires_at: Date } | undefined> {
  return tx
    .deleteFrom('sign_in_challenge')
    .where('token_hash', '=', tokenHash)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
}

export async function deleteChallengesBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('factor_challenge').where('expires_at', '<', before).execute()
  await tx.deleteFrom('sign_in_challenge').where('expires_at', '<', before).execute()
}

// Links that take a first factor back

export async function insertFactorTakeBack(tx: Tx, row: FactorTakeBackRow): Promise<void> {
  await tx.insertInto('factor_take_back').values(row).execute()
}

/** Whatever has become of it. Locks nothing. */
export async function selectFactorTakeBack(tx: Tx, tokenHash: string): Promise<FactorTakeBackRow | undefined> {
  return tx.selectFrom('factor_take_back').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** What is good at a moment and was made from another one on. */
export async function selectOpenTakeBacks(
  tx: Tx,
  userId: string,
  { since, now }: { since: Date; now: Date },
): Promise<FactorTakeBackRow[]> {
  return tx
    .selectFrom('factor_take_back')
    .selectAll()
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('over_at', 'is', null)
    .where('good_until', '>', now)
    .execute()
}

export async function closeFactorTakeBacks(tx: Tx, tokenHashes: readonly string[], at: Date): Promise<void> {
  if (tokenHashes.length === 0) return
  await tx
    .updateTable('factor_take_back')
    .set({ over_at: at })
    .where('token_hash', 'in', tokenHashes)
    .where('over_at', 'is', null)
    .execute()
}
