export { RECORD_PROOFS } from './store.ts'
