export const title = 'Notifications'
export const unread = (count: number) => `Notifications, ${count} unread`
