import type { Investor } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { CannotOpen } from '#kit/seal-bytes.ts'
import { unseal } from '#kit/seal.ts'
import { openProofs } from '#log/open-announcement.ts'
import { proofInLog } from '#log/proof-in-log.ts'
import { allToWire, microUsd } from '#money/micro-usd.ts'
import { announcedText, bundleOnFile } from './bundle-text.ts'
import type { OwnBundle, PublishedProof } from './contract.ts'
import { KEPT_DAYS, placeOfSeed } from './make-proof.ts'
import { type ProofRow, selectBlock, selectFirstSince, selectKeptEpochs, selectProofs, selectTree } from './store.ts'
import { bundleFrom, commitmentOf } from './sum-tree.ts'

/** The proofs of the last days, the newest first: what everybody may see of them. */
export async function publishedProofs(tx: Tx): Promise<PublishedProof[]> {
  const proofs = await selectProofs(tx, { most: KEPT_DAYS })
  const opened = await openProofs(tx, proofs.map(announcedText))
  return proofs.map((proof) => {
    const { epoch, made_at, reason, position, root, total, unowned, depth } = proof
    return {
      ...{ epoch, made_at: made_at.toISOString(), reason, position, root: Buffer.from(root).toString('base64'), depth },
      ...allToWire({ total: microUsd(total), unowned: microUsd(unowned) }),
      log: opened.get(announcedText(proof)) ?? null,
    }
  })
}

/** The epochs of which bundles can still be had, the newest first. */
export function keptEpochs(tx: Tx): Promise<number[]> {
  return selectKeptEpochs(tx)
}

/** The first proof that was made since a moment, if one was. */
export function firstProofSince(tx: Tx, since: Date): Promise<ProofRow | undefined> {
  return selectFirstSince(tx, since)
}

/** What was published of an epoch, or of the newest. 404 where there is no such proof. */
export async function proofOf(tx: Tx, epoch: number | undefined): Promise<ProofRow> {
  const [proof] = await selectProofs(tx, { epoch, most: 1 })
  if (proof !== undefined) return proof
  refuse('not found', epoch === undefined ? 'No proof has been made yet.' : `There is no proof ${epoch}.`)
}

/**
 * The own bundle of whoever asks, of an epoch or the newest. Only their block of some hundred people is made again. 404
 * where there is no such proof, it is not kept any more, or they were not here when it was made; 409 where it was sealed
 * with a pepper that was given up.
 */
export async function ownBundle(tx: Tx, actor: Investor, epoch: number | undefined): Promise<OwnBundle> {
  const proof = await proofOf(tx, epoch)
  const tree = await selectTree(tx, proof.epoch)
  if (tree === undefined) refuse('not found', `Proof ${proof.epoch} is not kept any more.`)
  const of = { epoch: proof.epoch, seed: seedOf(tx, proof.epoch, tree.sealed_seed) }
  const own = { id: Buffer.from(actor.userId.replaceAll('-', ''), 'hex'), name: actor.name }
  const block = await selectBlock(tx, proof.epoch, commitmentOf(of, own.id, own.name))
  const bundle = block && bundleFrom(of, own, block, { roots: tree.roots, unowned: proof.unowned })
  if (bundle === undefined) refuse('not found', `You were not here yet when proof ${proof.epoch} was made.`)
  const log = await proofInLog(tx, announcedText(proof))
  return { ...bundleOnFile(actor.name, proof, bundle, log), made_at: proof.made_at.toISOString() }
}

function seedOf(tx: Tx, epoch: number, sealed: string): Buffer {
  try {
    return Buffer.from(unseal(tx, placeOfSeed(epoch), sealed), 'base64url')
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error
    refuse('wrong state', `Proof ${epoch} was sealed with a secret that was given up since, and cannot be shown again.`)
  }
}
