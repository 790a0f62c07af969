import { product } from './product.ts'
export const title = 'Set up'
export const heading = `Set up ${product}`
export const lead = 'This creates the first owner: the administrator who can do everything and gives roles to others.'
export const create = 'Create owner'
export const noLongerWorks = `This link no longer works. It was used, it is more than a day old, or there is already an owner. While there is none, each start of ${product} prints a new link.`
export const login = 'Login'
