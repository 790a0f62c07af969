import { product } from './product.ts'
/** Places, in the bars and menus of an investor and of everybody signed in. */
export const home = 'Home'
export const invest = 'Invest'
export const investment = 'Investment'
export const withdraw = 'Withdraw'
export const withdrawal = 'Withdrawal'
export const referral = 'Referral'
export const market = 'Market'
export const statement = 'Statement'
export const support = 'Support'
export const supportOffline = 'You are offline. Support opens when you are connected again.'
export const supportUnreached = `${product} cannot be reached at the moment, so Support cannot open. Try again later.`
export const profile = 'Profile'
export const security = 'Security'
export const account = 'Account'
export const logOut = 'Log Out'
export const darkMode = 'Dark mode'
export const toUser = 'Switch to user'
export const toAdmin = 'Switch to admin'
export const welcome = 'Welcome'
export const copyright = (year: number) => `© ${year} ${product}`

/** What each bar and menu is called. */
export const bar = 'Main'
export const menu = 'Menu'
export const quick = 'Quick'
