export const none = 'Nothing new. What changes is told here.'
export const readAll = 'Mark all as read'
export const read = (title: string) => `Mark as read: ${title}`
