import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk } from '#approvals/ask.ts'
import type { Change } from '#approvals/contract.ts'
import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { announceToAll } from '#notifications/notify.ts'
import { SETTING_TITLES } from '../titles-rules.ts'
import { lockSettings } from '../store.ts'
import { changedLines, readTerms } from '../terms-rules.ts'
import { termsInForce } from './read.ts'
import { insertTerms } from './store.ts'

/** New terms as they are kept while they wait; `follows` is the version that they were written from. */
export type KeptTerms = { content: string; summary: string; follows: number }

/**
 * Publishes terms: a version of its own that stays as it is, in force at once, to be accepted by everybody who invests.
 * They wait for a second administrator where there is one; then nothing has changed, and the id of the request is
 * answered. Every owner is told of each line that differs. 422 with words for what cannot be read, 409 if the text is
 * that in force, or if another version is in force than the one that they were written from.
 */
export async function publishTerms(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: KeptTerms,
  agreed?: Agreed,
): Promise<string | undefined> {
  const read = readTerms(input.content)
  if ('problem' in read) refuseField('content', read.problem)
  const said = readTerms(input.summary)
  if ('problem' in said) refuseField('summary', input.summary.trim() === '' ? SAY_WHAT_CHANGES : said.problem)
  const summary = said.text
  const [setting] = await lockSettings(tx, ['terms_confirmed'])
  if (setting === undefined) throw new Error('the setting of the terms is not there')
  const present = await termsInForce(tx)
  if (present.version !== input.follows) refuse('wrong state', OTHERS_IN_FORCE)
  if (present.content === read.text) refuse('wrong state', 'These are the terms in effect. Nothing has changed.')
  const version = present.version + 1
  const changes: Change[] = [
    { field: 'terms', before: `Version ${present.version}`, after: `Version ${version}` },
    { field: 'terms_summary', before: null, after: summary },
    ...changedLines(present.content, read.text).map(lineChange),
  ]
  const tell = { matter: 'setting', name: SETTING_TITLES.terms_confirmed, id: 'terms_confirmed' } as const
  const kept: KeptTerms = { content: read.text, summary, follows: present.version }
  const subject = { kind: 'setting', id: setting.id } as const
  return correctOrAsk(
    tx,
    clock,
    actor,
    { kind: 'publish terms', subject, concerns: null, input: kept, version: null, reason: summary, tell },
    agreed,
    async () => {
      const [published_at, published_by] = [clock.now(), actor.userId]
      await insertTerms(tx, { version, content: read.text, summary, published_at, published_by })
      await recordAct(tx, clock, actor, {
        action: 'terms published',
        subject,
        before: { terms_version: String(present.version) },
        after: { terms_version: String(version) },
        reason: summary,
      })
      await announceToAll(tx, 'settings')
      await tellOwners(tx, clock, actor, { ...tell, step: agreed ? 'agreed to' : 'made', changes })
      return { moved: null, changes }
    },
  )
}

const SAY_WHAT_CHANGES = 'Say what changes. Everybody who has to accept the terms reads it.'
const OTHERS_IN_FORCE =
  'Other terms have been published since these were written. Start again from those in effect now.'

function lineChange({ before, after }: { before: string | null; after: string | null }): Change {
  if (before === null) return { field: 'terms_added', before: null, after }
  if (after === null) return { field: 'terms_removed', before: null, after: before }
  return { field: 'terms_changed', before, after }
}
