export { addressesOf, type KeptAddress } from './store.ts'
