import type { Static } from 'typebox'
import type { Tx } from '#kit/database.ts'
import { DEFAULT_NAME, operatorName } from '#mail/operator-name.ts'
import { refuse } from '#kit/refusal.ts'
import type { ReplyOf } from '#kit/wire.ts'
import type { AcceptedTerms, settingsContract, TermsVersion } from '../contract.ts'
import { DEFAULT_TERMS } from '../terms-rules.ts'
import { DEFAULT_VERSION } from '../version-rules.ts'
import { selectAccepted, selectOwed, selectOwing, selectTerms, selectVersions, type TermsRow } from './store.ts'

export { owedTerms } from './store.ts'

/** Those of the program, which nobody has published, in the operator's name. */
async function ofTheProgram(tx: Tx): Promise<Static<typeof TermsVersion>> {
  const content = DEFAULT_TERMS.replaceAll(DEFAULT_NAME, await operatorName(tx))
  return { version: DEFAULT_VERSION, content, summary: null, published_at: null }
}

/** The terms that are in force: the newest that were published, else the program's own. */
export async function termsInForce(tx: Tx): Promise<Static<typeof TermsVersion>> {
  return onWire(tx, await selectTerms(tx))
}

/** The terms in force, or those of an earlier version, with the list of all; 404 if there was never such a version. */
export async function readTermsPage(
  tx: Tx,
  asked: string | undefined,
): Promise<ReplyOf<(typeof settingsContract)['GET /api/terms']>> {
  const versions = await selectVersions(tx)
  const [newest] = versions
  const version = asked === undefined ? (newest?.version ?? DEFAULT_VERSION) : Number(asked)
  const row = versions.some((each) => each.version === version) ? await selectTerms(tx, version) : undefined
  if (row === undefined && version !== DEFAULT_VERSION) refuse('not found', 'There is no such version of the terms.')
  return {
    status: 'success',
    ...(await onWire(tx, row)),
    in_force: newest?.version ?? DEFAULT_VERSION,
    versions: [
      ...versions.map((each) => ({ version: each.version, published_at: each.published_at.toISOString() })),
      { version: DEFAULT_VERSION, published_at: null },
    ],
  }
}

/** What an owner begins from who edits the terms, and who has published what. */
export async function readTermsForDesk(tx: Tx): Promise<ReplyOf<(typeof settingsContract)['GET /api/admin/terms']>> {
  return {
    status: 'success',
    in_force: await termsInForce(tx),
    versions: (await selectVersions(tx)).map(({ version, summary, published_at, published_by, published_by_name }) => ({
      ...{ version, summary, published_at: published_at.toISOString() },
      published_by: { id: published_by, name: published_by_name },
    })),
  }
}

/** What a user has accepted, and the version that is still to be accepted, with the text that they accepted last. */
export async function readOwnTerms(
  tx: Tx,
  userId: string,
): Promise<ReplyOf<(typeof settingsContract)['GET /api/own-terms']>> {
  const accepted = await acceptedTerms(tx, userId)
  const owed = await termsOwed(tx, userId)
  if (owed === undefined) return { status: 'success', accepted, to_accept: null }
  const known = accepted.map(({ version }) => Number(version)).find((version) => version > DEFAULT_VERSION)
  const { content: before } = await onWire(tx, known === undefined ? undefined : await selectTerms(tx, known))
  return { status: 'success', accepted, to_accept: { ...(await onWire(tx, await selectTerms(tx, owed))), before } }
}

/** The version that a user has yet to accept; undefined where nothing was published that they have not. */
export function termsOwed(tx: Tx, userId: string): Promise<number | undefined> {
  return selectOwed(tx, userId)
}

/** Every version that a user has accepted, newest first; that of whoever was made an owner is `operator`. */
export async function acceptedTerms(tx: Tx, userId: string): Promise<Static<typeof AcceptedTerms>[]> {
  return (await selectAccepted(tx, userId)).map(({ version, at }) => ({ version, at: at.toISOString() }))
}

/** Of these users those who have yet to accept a version, and which. */
export async function termsOwedBy(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  return new Map((await selectOwing(tx, userIds)).map(({ id, version }) => [id, version]))
}

/** Refuses (403) a new investment of somebody who has not accepted the terms in force, as one of these has found. */
export function refuseOwed(owed: number | null): void {
  if (owed === null) return
  refuse('not allowed', `Our terms have changed. Open Terms in your profile, read version ${owed} and accept it first.`)
}

async function onWire(tx: Tx, row: TermsRow | undefined): Promise<Static<typeof TermsVersion>> {
  if (row === undefined) return ofTheProgram(tx)
  const { version, content, summary, published_at } = row
  return { version, content, summary, published_at: published_at.toISOString() }
}
