export const title = 'This page could not be shown'
export const again = 'Try again'
