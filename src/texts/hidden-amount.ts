export const invite = 'click for balance'
export const hidden = 'Hidden'
export const dots = '• • •'
export const updatedNow = (time: string) => `updated now ${time}`
export const why = 'Why?'
