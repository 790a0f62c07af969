import type { Tx } from '#kit/database.ts'
import type { Logo } from '../contract.ts'
import { lookOf } from '../look-rules.ts'
import { selectLogo, selectLogoImage, selectLook } from './store.ts'

/** The look of every page at this moment: the operator's colour and logo, each null where it is Plumb's. */
export type LookNow = { colour: string | null; logo: Logo | null }

export async function lookNow(tx: Tx): Promise<LookNow> {
  const { colour, logo } = lookOf(await selectLook(tx))
  return { colour, logo: logo === null ? null : ((await selectLogo(tx, logo)) ?? null) }
}

/** A logo as a png, or as an icon of 512 × 512; undefined if there is none of this hash. */
export function logoOf(tx: Tx, hash: string, part: 'image' | 'icon'): Promise<Uint8Array | undefined> {
  return selectLogoImage(tx, hash, part)
}
