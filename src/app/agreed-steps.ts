import type { Agreed } from '#approvals/agree.ts'
import type { ApprovalKind } from '#approvals/contract.ts'
import type { Administrator } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { Settings } from '#kit/config.ts'
import { fromWire } from '#money/micro-usd.ts'
import { createWallet, type KeptNewWallet } from '#wallets/create-wallet.ts'
import { recordFunds, type KeptFunds } from '#wallets/record-funds.ts'
import { updateWallet, type KeptWallet } from '#wallets/update-wallet.ts'
import { createPlan, type KeptPlan } from '#plans/create-plan.ts'
import { updatePlan } from '#plans/update-plan.ts'
import { inviteAdministrator, type KeptInvitation } from '#roles/invite-administrator.ts'
import { setRoles, type KeptRoles } from '#roles/set-roles.ts'
import { unblockUser, type KeptUnblock } from '#roles/unblock-user.ts'
import { approveReferral, type KeptReferral } from '#referrals/approve.ts'
import { approveInvestment, type KeptApproval } from '#investments/approve.ts'
import { declineInvestment, type KeptDecline } from '#investments/decline.ts'
import { refundSuspense, type KeptRefund } from '#investments/suspense/refund.ts'
import { setBacking, type KeptBacking } from '#investments/backing/set-backing.ts'
import { updateInvestment, type KeptInvestmentEdit as KeptInvestment } from '#investments/update.ts'
import { updateWithdrawal, type KeptWithdrawalEdit as KeptWithdrawal } from '#withdrawals/update.ts'
import { readKept, type KeptAdjustment } from '#adjustments/adjustment.ts'
import { deductUser } from '#adjustments/deduct.ts'
import { topUpUser } from '#adjustments/top-up.ts'
import { changeSetting, type KeptSetting } from '#settings/change-setting.ts'
import { publishTerms, type KeptTerms } from '#settings/terms/publish.ts'

type House = { settings: Pick<Settings, 'kyc' | 'paymentHours' | 'supportUrl' | 'mailFrom' | 'appUrl' | 'demo'> }
type Perform = (tx: Tx, house: House, actor: Administrator, agreed: Agreed) => Promise<unknown>

/** What each kind of request does once it is agreed to: the verb that asked, with the input that it kept. */
const PERFORM: Readonly<Record<ApprovalKind, Perform>> = {
  'approve investment': (tx, { settings }, actor, agreed) => {
    const { from_suspense, ...kept } = keptIn<KeptApproval>(agreed)
    return approveInvestment(tx, actor, { ...kept, fromSuspense: from_suspense ?? undefined }, settings, agreed)
  },
  'decline investment': (tx, _house, actor, agreed) => {
    const { received, ...kept } = keptIn<KeptDecline>(agreed)
    return declineInvestment(tx, actor, { ...kept, received: fromWire(received) }, agreed)
  },
  'approve referral': (tx, { settings }, actor, agreed) =>
    approveReferral(tx, actor, keptIn<KeptReferral>(agreed), settings, agreed),
  'update investment': (tx, { settings }, actor, agreed) => {
    const { amount, ...kept } = keptIn<KeptInvestment>(agreed)
    return updateInvestment(tx, actor, { ...kept, amount: fromWire(amount) }, settings, agreed)
  },
  'update withdrawal': (tx, _house, actor, agreed) => {
    const { amount, txid, ...kept } = keptIn<KeptWithdrawal>(agreed)
    return updateWithdrawal(tx, actor, { ...kept, amount: fromWire(amount), txid: txid ?? undefined }, agreed)
  },
  'top up user': (tx, _house, actor, agreed) => topUpUser(tx, actor, readKept(keptIn<KeptAdjustment>(agreed)), agreed),
  'deduct user': (tx, _house, actor, agreed) => deductUser(tx, actor, readKept(keptIn<KeptAdjustment>(agreed)), agreed),
  'refund suspense': (tx, _house, actor, agreed) => {
    const { amount, ...kept } = keptIn<KeptRefund>(agreed)
    return refundSuspense(tx, actor, { ...kept, amount: fromWire(amount) }, agreed)
  },
  'record funds': (tx, _house, actor, agreed) => {
    const { amount, ...kept } = keptIn<KeptFunds>(agreed)
    return recordFunds(tx, actor, { ...kept, amount: fromWire(amount) }, agreed)
  },
  'create wallet': async (tx, { settings }, actor, agreed) =>
    createWallet(tx, await databaseClock(tx), actor, keptIn<KeptNewWallet>(agreed), settings, agreed),
  'change wallet': async (tx, _house, actor, agreed) =>
    updateWallet(tx, await databaseClock(tx), actor, keptIn<KeptWallet>(agreed), agreed),
  'create plan': async (tx, _house, actor, agreed) =>
    createPlan(tx, await databaseClock(tx), actor, keptIn<KeptPlan>(agreed), agreed),
  'change plan': async (tx, _house, actor, agreed) =>
    updatePlan(tx, await databaseClock(tx), actor, keptIn<KeptPlan>(agreed), agreed),
  'change limit': setAgreed,
  'change kyc': setAgreed,
  'change setting': setAgreed,
  'change backing': (tx, _house, actor, agreed) => setBacking(tx, actor, keptIn<KeptBacking>(agreed), agreed),
  'publish terms': async (tx, _house, actor, agreed) =>
    publishTerms(tx, await databaseClock(tx), actor, keptIn<KeptTerms>(agreed), agreed),
  'invite to roles': async (tx, { settings }, actor, agreed) =>
    inviteAdministrator(
      tx,
      await databaseClock(tx),
      actor,
      { ...keptIn<KeptInvitation>(agreed), appUrl: settings.appUrl },
      agreed,
    ),
  'set roles': async (tx, _house, actor, agreed) =>
    setRoles(tx, await databaseClock(tx), actor, keptIn<KeptRoles>(agreed), agreed),
  'unblock user': async (tx, { settings }, actor, agreed) =>
    unblockUser(
      tx,
      await databaseClock(tx),
      actor,
      { ...keptIn<KeptUnblock>(agreed), appUrl: settings.appUrl },
      agreed,
    ),
}

/** Does what a request asked for, once a second administrator has agreed to it, checking everything as of now. */
export async function performAgreed(tx: Tx, house: House, actor: Administrator, agreed: Agreed): Promise<void> {
  await PERFORM[agreed.kind](tx, house, actor, agreed)
}

async function setAgreed(tx: Tx, { settings }: House, actor: Administrator, agreed: Agreed): Promise<unknown> {
  return changeSetting(tx, await databaseClock(tx), actor, keptIn<KeptSetting>(agreed), settings, agreed)
}

/** Read back as the verb of its kind wrote it. */
function keptIn<Kept>(agreed: Agreed): Kept {
  return agreed.input as Kept
}
