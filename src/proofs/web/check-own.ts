import type { BalanceOfProof, OwnBundle, PublishedProof } from '#proofs/contract.ts'
import type { Cosigners } from '#log/check-cosigned-rules.ts'
import { type StepAnswer, verdictOf } from '#log/verdict-rules.ts'
import { cosignersOf } from '#log/web/log-today.ts'
import * as text from '#texts/proof.ts'
import { fromWire, microUsd, sum } from '#money/micro-usd.ts'
import { showUsdExact } from '#money/show.ts'
import { call } from './calls.ts'
import { checkBundle, type CheckedStep } from './check-bundle.js'

/** `not there`: nobody has said it yet, which makes nothing else wrong. */
type Answer = StepAnswer | 'not there'
export type ProofStep = {
  what: CheckedStep['what'] | 'yours' | 'balance' | 'published' | 'cosigned'
  is: Answer
  where: string
}
export type CheckedProof = {
  bundle: OwnBundle
  /** what the own statement says of the same position; undefined where it could not be read */
  balance: BalanceOfProof | undefined
  /** who else has signed it; undefined where that could not be looked at */
  cosigned: Cosigners | undefined
  /** when this device has looked, in milliseconds of its clock */
  now: number
  steps: readonly ProofStep[]
  verdict: StepAnswer | 'checking'
}

/**
 * Fetches what is mine, by the name that this device knows, what my statement says of the same position, what everybody is shown and who else has signed it,
 * and checks the one against the others; tells how far it has come after each step.
 */
export async function checkOwn(name: string | undefined, tell: (proof: CheckedProof) => void): Promise<CheckedProof> {
  const bundle = await call('GET /api/proof')
  const nothing = { balance: undefined, cosigned: undefined, steps: [] }
  let proof: CheckedProof = { bundle, ...nothing, now: Date.now(), verdict: 'checking' }
  const goOn = (step: ProofStep, more?: Pick<CheckedProof, 'balance'> | Pick<CheckedProof, 'cosigned'>) => {
    proof = { ...proof, ...more, steps: [...proof.steps, step] }
    tell(proof)
  }
  const [balance, shown, cosigned] = [
    orNothing(call('GET /api/proof-balance', { query: { epoch: String(bundle.epoch) } })),
    orNothing(call('GET /api/proofs')),
    orNothing(bundle.log === null ? Promise.reject(new Error('not signed yet')) : cosignersOf(bundle.log)),
  ]
  goOn(compareName(bundle, name))
  goOn(compareBalance(bundle, await balance), { balance: await balance })
  await checkBundle(bundle, (step) => goOn(step))
  const all = await shown
  goOn(comparePublished(bundle, all && ('proofs' in all ? all.proofs : [])))
  goOn(lookAtCosigners(await cosigned), { cosigned: await cosigned })
  return { ...proof, verdict: verdictOfProof(proof.steps) }
}

const orNothing = <Found>(asked: Promise<Found>) => asked.catch((): undefined => undefined)

/** The leaves have to be those of whoever is signed in here: somebody else’s may be of the same amount. */
export function compareName(bundle: OwnBundle, name: string | undefined): ProofStep {
  if (name === undefined) return { what: 'yours', is: 'not checked', where: text.noName }
  const isOwn = bundle.name.toLowerCase() === name.toLowerCase()
  return { what: 'yours', is: isOwn ? 'yes' : 'no', where: isOwn ? '' : text.otherName(bundle.name) }
}

/** What both leaves come to has to be what the own statement says of the same position of the log. */
export function compareBalance(bundle: OwnBundle, balance: BalanceOfProof | undefined): ProofStep {
  if (balance === undefined) return { what: 'balance', is: 'not checked', where: text.noBalance }
  const counted = sum(bundle.parts.map(({ amount }) => microUsd(BigInt(amount))))
  const said = sum([...balance.accounts.map((each) => fromWire(each.balance)), fromWire(balance.held)])
  const isSame = counted === said && balance.position === bundle.position
  const where = isSame ? '' : text.otherBalance(showUsdExact(said), showUsdExact(counted))
  return { what: 'balance', is: isSame ? 'yes' : 'no', where }
}

/** What everybody is shown of the same proof has to be what the bundle leads to. */
export function comparePublished(bundle: OwnBundle, proofs: readonly PublishedProof[] | undefined): ProofStep {
  if (proofs === undefined) return { what: 'published', is: 'not checked', where: text.noProofs }
  const found = proofs.find(({ epoch }) => epoch === bundle.epoch)
  const isSame =
    found?.root === bundle.root &&
    String(fromWire(found.total)) === bundle.total &&
    String(fromWire(found.unowned)) === bundle.unowned &&
    found.depth === bundle.depth
  if (isSame) return { what: 'published', is: 'yes', where: '' }
  return { what: 'published', is: 'no', where: found ? text.otherTotal : text.notPublished }
}

/** Right where one witness has signed it; wrong where one has not and is said to, or where they have signed another past. */
export function lookAtCosigners(cosigned: Cosigners | undefined): ProofStep {
  if (cosigned === undefined) return { what: 'cosigned', is: 'not checked', where: '' }
  const { continues, witnesses } = cosigned
  const forged = witnesses.find(({ is }) => is === 'no')
  if (continues !== 'yes') return { what: 'cosigned', is: continues, where: text.notContinued }
  if (forged) return { what: 'cosigned', is: 'no', where: text.notTheirs(forged.name) }
  const isThere = witnesses.some(({ is }) => is === 'yes')
  const where = isThere ? '' : witnesses.length === 0 ? text.nobodyElse : text.nobodyYet
  return { what: 'cosigned', is: isThere ? 'yes' : 'not there', where }
}

/** Yes only where every step was looked at and is right; who else has signed it may still be missing. */
export function verdictOfProof(steps: readonly ProofStep[]): StepAnswer {
  return verdictOf(steps.flatMap(({ is }) => (is === 'not there' ? [] : { is })))
}
