import { useEffect } from 'react'
import type { OwnBacking } from '#reserve/contract.ts'
import { readStored, writeStored } from '#ui/stored.ts'
import type { Wallet } from '#wallets/contract.ts'
import type { OfferedPlan } from './backing.ts'

/** `reserve` is not kept: what is set apart is said only as it is now. */
export type Offer = { plans: readonly OfferedPlan[]; wallets: readonly Wallet[]; reserve?: OwnBacking }

/** The available plans and wallets: as this device kept them, until the server has said how they are now. */
export function useOffer(latest: Offer | undefined): Offer | undefined {
  useEffect(() => {
    if (!latest) return
    writeStored('plans', latest.plans)
    writeStored('wallets', latest.wallets)
  }, [latest])
  return latest ?? keptOffer()
}

function keptOffer(): Offer | undefined {
  const plans = readStored<OfferedPlan[]>('plans')
  const wallets = readStored<Wallet[]>('wallets')
  return plans && wallets ? { plans, wallets } : undefined
}
