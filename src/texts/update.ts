export const ready = 'A new version is ready.'
export const update = 'Update'
export const later = 'Later'
