import type { Looked, Proof, Scope } from '#ledger/proof/proof.ts'
import { type AnnouncedType, selectUnlikeAnnounced, type UnlikeAnnounced } from './announced-store.ts'

/** The settings that touch money, and are announced: the names in the trigger `setting_announced`. */
export const ANNOUNCED_SETTINGS = [
  'approval_days',
  'daily_alone_limit',
  'kyc',
  'payment_hours',
  'second_approval_limit',
  'withdrawal_limit_approved',
  'withdrawal_limit_none',
] as const

/** That nobody changed, added or deleted what the house announces without announcing it. */
export const ANNOUNCED_PROOF: Proof = {
  name: 'What stands in plans, settings, backing and kept days is what was last announced',
  of: 'plans, settings and days',
  whole: true,
  prove: proveAnnounced,
}

async function proveAnnounced({ tx }: Scope): Promise<Looked> {
  const { looked, unlike } = await selectUnlikeAnnounced(tx, ANNOUNCED_SETTINGS)
  return { looked, wrong: unlike && { says: inWords(unlike) } }
}

const NAMES: Readonly<Record<AnnouncedType, (called: string) => string>> = {
  plan: (called) => `The plan ${called}`,
  setting: (called) => `The setting ${called}`,
  backing: () => 'How promises are backed',
  day: (called) => `The kept day ${called}`,
}

function inWords({ type, called, is, fields, position }: UnlikeAnnounced): string {
  const what = NAMES[type](called)
  if (is === 'unsaid') return `${what} was never announced.`
  if (is === 'gone') return `${what} was announced${position === null ? '' : ` at position ${position}`} and is gone.`
  const where = position === null ? ', which has no position yet' : ` at position ${position}`
  return `${what} is not what was last announced${where}: ${fields.join(', ')}.`
}
