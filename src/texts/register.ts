export const title = 'Create Account'
export const invitedBy = 'You were invited by'
/** The sentence with the link to the terms in its middle. */
export const termsBefore = 'I have read the '
export const terms = 'terms'
export const termsAfter = '. My capital is at risk.'
export const termsMissing = 'You have to agree to the terms.'
export const create = 'Create Account'
export const forgot = 'Forgot Password?'
export const haveAccount = 'Have an account?'
export const login = 'Login'
/** What an account is for, and where that can be read before one has it. */
export const about =
  'With an account you choose a plan, pay for it in crypto and see every entry behind every balance. Capital is at risk.'
export const lookFirst = 'See the plans and the risks first'
