import type { Category } from './contract.ts'

/** What a balance is adjusted for, as people read it. */
export const CATEGORIES: Readonly<Record<Category, string>> = {
  correction: 'Correction',
  goodwill: 'Goodwill',
  promotion: 'Promotion',
  fee: 'Fee',
  other: 'Other',
}

/** Why a balance was adjusted, as its user and the audit log read it: `Goodwill: the payment came late.` */
export function reasonWithCategory(category: Category | null, reason: string | null): string | null {
  if (category === null) return reason
  return reason === null ? CATEGORIES[category] : `${CATEGORIES[category]}: ${reason}`
}
