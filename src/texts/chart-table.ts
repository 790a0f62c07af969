/** Opens the figures of a chart as a table. */
export const asTable = 'As a table'
