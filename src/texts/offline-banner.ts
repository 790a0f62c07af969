import { product } from './product.ts'
export const figuresAsOf = (time: string) => `You are offline. Figures as of ${time}.`
export const noFigures = 'You are offline. No figures have arrived yet.'
/** There is a network, but nobody answers. */
export const unreachedAsOf = (time: string) => `${product} cannot be reached. Figures as of ${time}.`
export const unreached = `${product} cannot be reached. No figures have arrived yet.`
