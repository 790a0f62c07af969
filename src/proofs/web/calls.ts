import type { OwnBundle, proofsContract, PublishedProof } from '#proofs/contract.ts'
import { otherTotal, notPublished } from '#texts/proof.ts'
import { fromWire } from '#money/micro-usd.ts'
import { createClient } from '#ui/client.ts'
import { checkBundle, type CheckedStep } from './check-bundle.js'

/** The calls of this slice. */
export const call = createClient<typeof proofsContract>()

type Answer = CheckedStep['is']
export type ProofStep = { what: CheckedStep['what'] | 'published'; is: Answer; where: string }
export type CheckedProof = { bundle: OwnBundle; steps: readonly ProofStep[]; verdict: Answer }

/** Fetches what is mine and what everybody is shown, and checks the one by itself and against the other. */
export async function checkOwn(): Promise<CheckedProof> {
  const [bundle, shown] = await Promise.all([call('GET /api/proof'), call('GET /api/proofs')])
  const steps: ProofStep[] = [
    ...(await checkBundle(bundle)),
    comparePublished(bundle, 'proofs' in shown ? shown.proofs : []),
  ]
  return { bundle, steps, verdict: verdictOf(steps) }
}

/** What everybody is shown of the same proof has to be what the bundle leads to. */
export function comparePublished(bundle: OwnBundle, proofs: readonly PublishedProof[]): ProofStep {
  const found = proofs.find(({ epoch }) => epoch === bundle.epoch)
  const isSame =
    found?.root === bundle.root &&
    String(fromWire(found.total)) === bundle.total &&
    String(fromWire(found.unowned)) === bundle.unowned &&
    found.depth === bundle.depth
  if (isSame) return { what: 'published', is: 'yes', where: '' }
  return { what: 'published', is: 'no', where: found ? otherTotal : notPublished }
}

/** Yes only where every step was looked at and is right. */
export function verdictOf(steps: readonly ProofStep[]): Answer {
  if (steps.some(({ is }) => is === 'no')) return 'no'
  return steps.length > 0 && steps.every(({ is }) => is === 'yes') ? 'yes' : 'not checked'
}
