import { type RawBuilder, sql, type Selectable } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { WrongSignIn } from '#kit/database-schema.ts'

type WrongSignInRow = Selectable<WrongSignIn>

export async function countWrongSignIn(tx: Tx, row: Omit<WrongSignInRow, 'times' | 'next_line_at'>): Promise<void> {
  const { address, user_agent, at } = row
  await tx
    .insertInto('wrong_sign_in')
    .values({ ...row, times: 1, next_line_at: at })
    .onConflict((counted) =>
      counted.column('email').doUpdateSet({ times: sql`wrong_sign_in.times + 1`, address, user_agent, at }),
    )
    .execute()
}

/** Whether a line is to be written by now. */
export function wrongSignInIsDue(now: Date): RawBuilder<boolean> {
  return sql`coalesce((SELECT min(next_line_at) FROM wrong_sign_in) <= ${now}, false)`
}

/** What a line is to be written about by now, locked; none if another process is just at it. */
export async function takeWrongSignIn(tx: Tx, now: Date): Promise<WrongSignInRow | undefined> {
  return tx
    .selectFrom('wrong_sign_in')
    .selectAll()
    .where('next_line_at', '<=', now)
    .orderBy('next_line_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Told of: what comes before the next line is counted anew. */
export async function keepWrongSignIn(tx: Tx, email: string, nextLineAt: Date): Promise<void> {
  await tx.updateTable('wrong_sign_in').set({ times: 0, next_line_at: nextLineAt }).where('email', '=', email).execute()
}

export async function deleteWrongSignIn(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('wrong_sign_in').where('email', '=', email).execute()
}
