import type { Static } from 'typebox'
import type { Tx } from '#kit/database.ts'
import type { Settings } from '#kit/config.ts'
import { balancesOf } from '#ledger/balances.ts'
import { ZERO } from '#money/micro-usd.ts'
import { lastDelivered } from '#mail/read.ts'
import { selectBacking } from '#reserve/open.ts'
import { settingsNow } from '#settings/read.ts'
import { termsInForce } from '#settings/terms/read.ts'
import { listWallets } from '#wallets/find.ts'
import { listPlans } from '#plans/find.ts'
import { listUsers } from '#users/read.ts'
import type { Checklist } from '#figures/contract.ts'

const OFFERED = { onlyAvailable: true }

/** What a house needs before it takes in investors, and how far this one has come. */
export async function readChecklist(
  tx: Tx,
  { smtpUrl, smsUrl, production, demo }: Pick<Settings, 'smtpUrl' | 'smsUrl' | 'production' | 'demo'>,
): Promise<Static<typeof Checklist>> {
  const { termsConfirmed } = await settingsNow(tx, { termsConfirmed: undefined })
  const terms = await termsInForce(tx)
  const gateway = smtpUrl !== undefined
  const delivered = (await lastDelivered(tx))?.toISOString() ?? null
  const { chosen_at, backing } = await selectBacking(tx)
  const isEmpty = backing === 'strict' && (await isReserveEmpty(tx))
  const items: Static<typeof Checklist>['items'] = [
    { name: 'wallet', done: (await listWallets(tx, OFFERED)).length > 0, needed: true },
    { name: 'plan', done: (await listPlans(tx, OFFERED)).length > 0, needed: true },
    { name: 'mail', done: gateway && delivered !== null, needed: production && !demo },
    // a new investor's codes go by both
    { name: 'text messages', done: smsUrl !== undefined, needed: production && !demo },
    // who publishes their own has read them
    { name: 'terms', done: terms.published_at !== null || termsConfirmed === String(terms.version), needed: !demo },
    { name: 'backing', done: chosen_at !== null && !isEmpty, needed: isEmpty },
    { name: 'second administrator', done: await hasSecond(tx), needed: false },
  ]
  return {
    items,
    open: items.some(({ done, needed }) => needed && !done),
    mail: { gateway, delivered_at: delivered },
    terms_version: String(terms.version),
    reserve_empty: isEmpty,
  }
}

/** Whether nothing is set apart: neither for promises to come nor for any that was made: in `strict`, nobody can invest then. */
async function isReserveEmpty(tx: Tx): Promise<boolean> {
  const balances = await balancesOf(tx, ['reserve/yield', 'reserve/committed'])
  return Object.values(balances).every((balance) => balance === ZERO)
}

/** Whether two can decide about money: one of them agrees to what the other asks for. */
async function hasSecond(tx: Tx): Promise<boolean> {
  const { items } = await listUsers(tx, { roles: 'yes', blocked: 'no', limit: 100 })
  return items.filter(({ roles }) => roles.includes('owner') || roles.includes('reviewer')).length > 1
}
