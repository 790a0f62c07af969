import type { ComponentType, ReactNode } from 'react'
import type { paths } from './paths.ts'

/** One place that a menu leads to. */
export type MenuItem = {
  to: (typeof paths)[keyof typeof paths]
  label: ReactNode
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
}
