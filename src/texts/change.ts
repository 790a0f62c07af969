/** Under a field that is empty and must not be. */
export const missing = 'This field is required.'
