import { countOf } from './locale.ts'

export const title = 'Account Verification'
/** The sentence with the address and the number in it. */
export const sentTo = 'We sent one code to '
export const sentAnd = ' and another to '
export const sentEnd = '.'
export const yourEmail = 'your email address'
export const yourPhone = 'your phone'
export const emailCode = 'Email code'
export const phoneCode = 'Phone code'
export const notACode = 'A code has six digits.'
export const verify = 'Verify Account'
export const resend = 'Resend code'
export const resendIn = (seconds: number) => {
  if (seconds < 120) return countOf(seconds, { one: 'Resend code in # second', other: 'Resend code in # seconds' })
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120
    ? countOf(minutes, { one: 'Resend code in # minute', other: 'Resend code in # minutes' })
    : countOf(Math.ceil(minutes / 60), { one: 'Resend code in # hour', other: 'Resend code in # hours' })
}
export const wrongNumber = 'Change the phone number'
/** The field for another number, and how its codes are asked for. */
export const numberHint =
  'We send two new codes: one to your email address and one to this number. The old ones stop working.'
export const sendToNumber = 'Send new codes'
export const keepNumber = 'Keep the number'
export const register = 'Create Account'
export const login = 'Login'
