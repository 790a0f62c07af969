/** The title of the notification that the log was restarted, by which it is known. */
export const LOG_RESTARTED = 'The log of all movements of money goes on under another name'
