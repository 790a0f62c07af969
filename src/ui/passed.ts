import { useSyncExternalStore } from 'react'
import { whileSeen } from './now.ts'

/** Whether a moment of this device's clock has passed, looked at each second; nothing is rendered before it has. */
export function usePassed(moment: number): boolean {
  return useSyncExternalStore(eachSecond, () => Date.now() >= moment)
}

const SECOND = 1000
const eachSecond = (changed: () => void) => whileSeen(changed, SECOND)
