import { useState } from 'react'
import { useWide } from '#ui/wide.ts'

/**
 * Whether what is open stands `beside` its list, and whether the window is `wide` now. What is open stays where it was
 * opened when the window is turned, with all that was typed in it; the next one stands as the width has it, and what is
 * always open once it is told to `standAnew`.
 */
export function useOpenedBeside(open: boolean, of = '') {
  'use no memo'
  const wide = useWide()
  const shown = open ? `open ${of}` : ''
  const [place, setPlace] = useState({ beside: wide, shown })
  const standAnew = () => setPlace({ beside: wide, shown })
  if (place.shown !== shown || (!open && place.beside !== wide)) standAnew()
  return { wide, beside: place.beside, standAnew }
}
