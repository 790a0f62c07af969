import { Type, type Static } from 'typebox'

/** What a picture of an identity check shows: the document's sides, and the person. */
export const DocumentSide = Type.Union([Type.Literal('front'), Type.Literal('back'), Type.Literal('face')])
export type DocumentSide = Static<typeof DocumentSide>
