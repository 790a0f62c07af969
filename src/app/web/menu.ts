import type { ComponentType } from 'react'
import type { paths } from './paths.ts'

/** One place that a menu leads to. */
export type MenuItem = {
  to: (typeof paths)[keyof typeof paths]
  label: string
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
}
