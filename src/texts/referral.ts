import { product } from './product.ts'
export const title = 'Referral'
export const line = 'Invite someone you like'
export const referralBalance = 'Referral Balance'
export const byState = 'Referrals by state'
export const ofState = (state: string) => `${state} referrals`
export const inAll = (state: string) => `${state} in all`

export const pending = 'Pending'
export const active = 'Active'
export const completed = 'Completed'
export const declined = 'Declined'
export const noPending = 'No pending referral records found for now'
export const noActive = 'No active referral records found for now'
export const noCompleted = 'No completed referrals record available'
export const noDeclined = 'No declined referral records found for now'

/** Over the columns of a list that has room for them; none over the seals. */
export const columns = ['', 'Who joined', 'Date', 'Status', 'Bonus']

/** The invitation, handed on by its owner. */
export const invites = (name: string) => `${name} invites you to check, then invest.`
export const invitesYou = (name: string) => `${name} invites you to ${product}`
export const serial = (digits: string) => `Nº ${digits}`
export const qrCode = 'QR code of your invitation link'
export const copyLink = 'Copy your invitation link'
export const share = 'Share the invitation'
export const copyInvitation = 'Copy the invitation'
export const copied = 'Copied!'
export const notCopied = 'Select the link to copy it'
/** Around the words that stand out. */
export const youEarnThePlans = 'You earn the plan’s'
export const referralBonus = 'referral bonus'
export const onWhatTheyInvest = 'on the new money they invest, once it is approved.'

export const details = 'Referral'
export const notFound = 'This referral isn’t among yours. It may be too old to be listed here.'
