/** Of the terms that the program brings along, which are in force until an owner publishes others; a new one with every change of their meaning. */
export const TERMS_VERSION = '2'
/** The same as a number: those that an owner publishes are counted on from it. */
export const DEFAULT_VERSION = Number(TERMS_VERSION)
