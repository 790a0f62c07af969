export const none = 'Nothing new. Changes appear here.'
export const readAll = 'Mark all as read'
export const read = (title: string) => `Mark as read: ${title}`
