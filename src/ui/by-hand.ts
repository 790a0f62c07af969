/** What somebody does who goes through a page: then it is not moved for them any more. */
export const BY_HAND = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
