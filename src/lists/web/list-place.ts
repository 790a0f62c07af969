/** Where somebody was in a list, so that they come back to it: by Back, and after a reload. */
export type ListPlace = {
  /** The question that the list answered. */
  asked: string
  /** The first row in view: which it was, the how-manyth, and how many pixels below the upper edge. */
  id: string
  index: number
  top: number
  /** The last row in view: so far the list has to be read. */
  last: number
  /** The row that had the focus, or was pressed last. */
  focused?: string | undefined
}

type Places = Record<string, ListPlace>
export const PLACES = 'list-places'
/** The step of the history that is shown now. */
export function historyKey(state: unknown = history.state): string {
  return (state as { __TSR_key?: string } | null)?.__TSR_key ?? ''
}

/** Where the list of this question was left in the present step of the history; undefined where it was not. */
export function keptPlaceOf(asked: string): ListPlace | undefined {
  const place = keptPlaces()[historyKey()]
  return place?.asked === asked ? place : undefined
}

/** All places that are kept, by the steps of the history. */
export function keptPlaces(): Places {
  try {
    return JSON.parse(sessionStorage.getItem(PLACES) ?? '{}') as Places
  } catch {
    return {}
  }
}
