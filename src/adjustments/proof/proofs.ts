export { ADJUSTMENT_PROOFS } from './store.ts'
