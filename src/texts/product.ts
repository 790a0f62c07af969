type Page = { document?: { documentElement: { dataset: { product?: string } } } }

const PROGRAM = 'Plumb'

/**
 * What the operator calls this: the page says it (`data-product`, written by the server), so it is known before anything is
 * drawn. Where there is no page, and while an owner has set nothing, it is the name of the program.
 */
export const product = (globalThis as Page).document?.documentElement.dataset.product ?? PROGRAM

/** Who runs this, where an owner has said so: the program's own name is nobody's. */
export const operator = product === PROGRAM ? null : product
