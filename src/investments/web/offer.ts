import { useEffect } from 'react'
import type { Plan } from '#plans/contract.ts'
import { readStored, writeStored } from '#ui/stored.ts'
import type { Wallet } from '#wallets/contract.ts'

type Offer = { plans: readonly Plan[]; wallets: readonly Wallet[] }

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
  const plans = readStored<Plan[]>('plans')
  const wallets = readStored<Wallet[]>('wallets')
  return plans && wallets ? { plans, wallets } : undefined
}
