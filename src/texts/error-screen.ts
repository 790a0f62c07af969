export const notShown = (why: string) => `This page could not be shown: ${why}`
