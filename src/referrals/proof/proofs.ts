export { REFERRAL_PROOFS } from './store.ts'
