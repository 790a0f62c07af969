/** The engraving of Plumb: one formula, drawn from an id. */

/** One band of lines: middle radius, depth, swing with the petals, phase of the swing, waves per petal. */
export type Band = { mid: number; amp: number; swing: number; shift: number; waves: number; lines: number }

export const ROSETTE: readonly Band[] = [
  { mid: 0.78, amp: 0.15, swing: 0.05, shift: 0, waves: 3, lines: 9 },
  { mid: 0.42, amp: 0.16, swing: 0.06, shift: Math.PI, waves: 2, lines: 9 },
]
export const SEAL: readonly Band[] = [{ mid: 0.76, amp: 0.2, swing: 0.05, shift: 0, waves: 3, lines: 6 }]

/** Petals of an id's mark: 7 to 11, always the same for the same id. */
export function petalsOf(id: string): number {
  return 7 + (hashOf(id) % 5)
}

/** The number printed on an id's certificates, `7F3A 90C2`. */
export function serialOf(id: string): string {
  const digits = hashOf(id).toString(16).toUpperCase().padStart(8, '0')
  return `${digits.slice(0, 4)} ${digits.slice(4)}`
}

/**
 * The lines of one petal of a band, as an SVG path around 0,0. All petals are alike, so a rosette is this path
 * turned `petals` times. With p petals and n = p·waves, line k at angle t stands at
 * r = R·(mid + swing·cos(p·t + shift) + amp·(0.62 + 0.38·cos(p·t + shift))·cos(n·t + 2πk/lines)).
 */
export function petalPath({ mid, amp, swing, shift, waves, lines }: Band, petals: number, radius = 985): string {
  const steps = waves * 24
  let path = ''
  for (let line = 0; line < lines; line++) {
    for (let step = 0; step <= steps; step++) {
      const around = (2 * Math.PI * step) / steps
      const petal = Math.cos(around + shift)
      const wave = Math.cos(waves * around + (2 * Math.PI * line) / lines)
      const r = radius * (mid + swing * petal + amp * (0.62 + 0.38 * petal) * wave)
      const angle = around / petals
      path += `${step === 0 ? 'M' : 'L'}${Math.round(r * Math.sin(angle))} ${Math.round(-r * Math.cos(angle))}`
    }
  }
  return path
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
