import { product } from './product.ts'

export const tab = 'Login'
export const title = 'LOGIN'
export const heading = 'Account Login'
export const lead = 'Fill the form below to login to your Account.'
export const email = 'Email'
export const password = 'Password'
export const passwordMissing = 'Type your password.'
export const remember = 'Remember this account'
export const login = 'Login'
export const byPasskey = 'Sign in with a passkey'
export const forgot = 'Forgot Password?'
export const newHere = 'New here?'
export const register = 'Create Account'
export const signedOut = 'You were signed out. Your session expired or was ended. Sign in to continue.'

/** For whoever has come without an invitation: what this is, and how one gets in. */
export const about = `${product} is an investment platform. You choose a plan, pay for it in crypto and see every entry behind every balance. Capital is at risk.`
export const noInvitation = 'You don’t need an invitation, only an email address and a phone number.'
export const lookFirst = 'See the plans, the risks and how to check us'
