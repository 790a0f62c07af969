import { policyOf } from '#ui/trusted.ts'

const ATTRIBUTES = String.raw`(?: (?!on|href|style)[a-z-]+="[^"<>]*")*`
const PART = `</?(?:g|path|defs|clipPath)${ATTRIBUTES}/?>`
/** A drawing of shapes alone: nothing in it links, loads or does anything. */
const DRAWING = new RegExp(`^<svg${ATTRIBUTES}>(?:${PART})*</svg>$`)

/** Whether markup may go into the page as the chart's library writes it: its maker's mark, and no more than that could do. */
export const isDrawing = (markup: string) => DRAWING.test(markup)

/**
 * The chart's library writes its maker's mark into the page as markup and knows no policy of ours, so it gets the default
 * one, with leave for a drawing and nothing else. Whatever else is written so is refused and reported, as without it.
 */
policyOf('default', { createHTML: (markup) => (isDrawing(markup) ? markup : null) })
