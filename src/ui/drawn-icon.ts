import { createElement, type FunctionComponent, type SVGProps } from 'react'

/** Of an icon's own file: its parts, each an element and what it is drawn by, in a square of 24. */
export type IconData = { node: readonly (readonly [part: string, attributes: Record<string, string>])[] }

const LINES = {
  ...{ xmlns: 'http://www.w3.org/2000/svg', width: 24, height: 24, viewBox: '0 0 24 24' },
  ...{ fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' },
} as const

/**
 * An icon from its drawing, hidden from screen readers unless it has a label. In the build it stands in for the package's
 * own (`app/icon-files.ts`), which takes every page a kilobyte for what we never ask of it.
 */
export default function createIcon({ node }: IconData): FunctionComponent<SVGProps<SVGSVGElement>> {
  const parts = node.map(([part, attributes]) => createElement(part, attributes))
  return function Icon(props) {
    return createElement('svg', { ...LINES, 'aria-hidden': props['aria-label'] === undefined, ...props }, parts)
  }
}
