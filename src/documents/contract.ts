import { Type, type Static } from 'typebox'

/** The order in which people take pictures and look at them. */
export const SIDES = ['front', 'back', 'face'] as const

/** What a picture of an identity check shows: the document's sides, and the person. */
export const DocumentSide = Type.Union([Type.Literal('front'), Type.Literal('back'), Type.Literal('face')])
export type DocumentSide = Static<typeof DocumentSide>
