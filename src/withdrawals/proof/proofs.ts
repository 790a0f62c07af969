export { WITHDRAWAL_PROOFS } from './store.ts'
