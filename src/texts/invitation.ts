import { product } from './product.ts'
export const title = 'Invitation'
export const invites = (name: string) => `${name} invites you to check, then invest.`
export const welcome = 'Welcome.'
export const oneMoment = `One moment, we are taking you to ${product}.`
export const goOn = 'Continue'
