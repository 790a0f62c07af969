import type { OwnBundle, proofsContract, PublishedProof } from '#proofs/contract.ts'
import { otherTotal, notPublished } from '#texts/proof.ts'
import { fromWire } from '#money/micro-usd.ts'
import { type StepAnswer, verdictOf } from '#log/verdict-rules.ts'
import { createClient } from '#ui/client.ts'
import { checkBundle, type CheckedStep } from './check-bundle.js'

/** The calls of this slice. */
export const call = createClient<typeof proofsContract>()

export type ProofStep = { what: CheckedStep['what'] | 'published'; is: StepAnswer; where: string }
export type CheckedProof = { bundle: OwnBundle; steps: readonly ProofStep[]; verdict: StepAnswer }

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
