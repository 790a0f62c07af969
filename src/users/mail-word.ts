import { recordAct } from '#audit/record.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuseField } from '#kit/refusal.ts'
import { openWord, sealWord } from '#mail/own-word.ts'
import { changeUser } from './change-user.ts'
import { findUser } from './find.ts'
import { lockUser } from './lock-user.ts'
import { readMailWord } from './word-rules.ts'

/** The word by which somebody knows our mail, for them alone; null if they have chosen none. */
export async function mailWordOf(tx: Tx, { userId }: Investor): Promise<string | null> {
  const user = await findUser(tx, userId)
  const sealed = user?.mail_word ?? null
  return sealed === null ? null : (openWord(tx, userId, sealed) ?? null)
}

/**
 * Chooses the word that every mail to this user begins with, so that mail without it is known as somebody else's; null
 * for none. Sealed where it is kept, and in no log: the act says only that there is one.
 */
export async function chooseMailWord(tx: Tx, clock: Clock, actor: Investor, typed: string | null): Promise<void> {
  const read = typed === null ? { word: null } : readMailWord(typed)
  if ('problem' in read) refuseField('word', read.problem)
  await lockUser(tx, actor.userId)
  const sealed = read.word === null ? null : sealWord(tx, actor.userId, read.word)
  await changeUser(tx, actor.userId, { mail_word: sealed })
  await recordAct(tx, clock, actor, {
    ...{ action: 'choose mail word', subject: { kind: 'user', id: actor.userId } },
    after: { mail_word: read.word === null ? 'none' : 'chosen' },
  })
}
