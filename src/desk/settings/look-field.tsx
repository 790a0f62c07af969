import { useState } from 'react'
import { product } from '#texts/product.ts'
import type { Logo } from '#settings/contract.ts'
import { lookOf, lookValue, readColour } from '#settings/look-rules.ts'
import { paletteOf, PLUMB, PLUMB_PALETTE, takenFor } from '#settings/palette-rules.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LogoField } from './logo-field.tsx'
import { LookPreview } from './look-preview.tsx'

const WRONG = 'Enter a color such as #0a6556.'

type LookFieldProps = {
  value: string | null
  /** The one that is shown now. */
  logo: Logo | null
  error: readonly string[] | undefined
}

/** The operator's colour and logo, beside how the app looks in them. */
export function LookField({ value, logo: present, error }: LookFieldProps) {
  const [typed, type] = useState(lookOf(value).colour ?? '')
  const [logo, setLogo] = useState(present)
  const colour = readColour(typed) ?? null
  const { light, dark } = colour === null ? PLUMB_PALETTE : paletteOf(colour)
  const near = colour === null ? undefined : takenFor(paletteOf(colour))
  return (
    <>
      <div className="flex items-center gap-3">
        <input
          type="color"
          aria-label="Pick a color"
          value={colour ?? PLUMB.light.brand}
          onChange={({ target }) => type(target.value)}
          className="size-14 shrink-0 rounded-control border border-line bg-surface p-1.5"
        />
        <TextField
          label="Color"
          name="colour"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 flex-1"
          onChange={({ target }) => type(target.value)}
          check={(text) => (readColour(text) === undefined ? WRONG : null)}
          error={error}
        />
      </div>
      <p aria-live="polite" className="text-13 text-ink-2">
        {colour === null
          ? 'Without one, the app has Plumb’s green.'
          : `So that everything can be read, light pages use ${light.brand} and dark ones ${dark.brand}.`}
        {near && ` ${MEANINGS[near]}`}
      </p>
      {typed !== '' && (
        <Button variant="quiet" size="small" className="self-start" onClick={() => type('')}>
          Back to Plumb’s green
        </Button>
      )}
      <LogoField logo={logo} onChoose={setLogo} />
      {/* what is no colour is sent as it is, and refused */}
      <input
        type="hidden"
        name="value"
        value={typed.trim() === '' || colour ? (lookValue({ colour, logo: logo?.hash ?? null }) ?? '') : typed}
      />
      <LookPreview palette={colour === null ? PLUMB_PALETTE : paletteOf(colour)} logo={logo} name={product} />
    </>
  )
}

const MEANINGS = {
  gold: 'It comes close to the gold that stands for referrals and proof.',
  down: 'It comes close to the red of what is declined or goes out.',
  pending: 'It comes close to the yellow of what is pending.',
}
