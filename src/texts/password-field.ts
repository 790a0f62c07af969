export const show = 'Show password'
export const hide = 'Hide password'
