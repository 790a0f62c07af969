/** What home shows besides balances and quick actions: nothing of it is painted first, and all of it comes in one file. */
export { Next } from './next.tsx'
export { Platform } from './platform.tsx'
export { Worth } from './worth.tsx'
export { YourInvestments } from './your-investments.tsx'
