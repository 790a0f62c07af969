/** The fields with which every account begins. */
export const name = 'Username'
export const nameHint = 'Public. It is in your invitation link.'
export const email = 'Email Address'
