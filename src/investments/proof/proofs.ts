export { INVESTMENT_PROOFS } from './store.ts'
