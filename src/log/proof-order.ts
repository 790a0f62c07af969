/** A proof of what is owed, as it stands in the log. */
export type ProofAt = { epoch: number; position: number }

/**
 * The first two of which the one that stands later is not of a later epoch; `proofs` are in the order of the log. With two
 * of one epoch each half of the people can be shown one of them.
 */
export function firstOutOfOrder(proofs: readonly ProofAt[]): { earlier: ProofAt; later: ProofAt } | undefined {
  let highest: ProofAt | undefined
  for (const proof of proofs) {
    if (highest !== undefined && proof.epoch <= highest.epoch) {
      const earlier = proofs.find(({ epoch }) => epoch >= proof.epoch) ?? highest
      return { earlier, later: proof }
    }
    highest = proof
  }
  return undefined
}

/** Where it was found, in a sentence. */
export function orderInWords({ earlier, later }: { earlier: ProofAt; later: ProofAt }): string {
  return earlier.epoch === later.epoch
    ? `The log has two proofs ${later.epoch}, at positions ${earlier.position} and ${later.position}.`
    : `The log has proof ${later.epoch} at position ${later.position}, behind proof ${earlier.epoch} at ${earlier.position}.`
}
