import type { LucideIcon } from 'lucide-react'
import type { paths } from './paths.ts'

/** One place that a menu leads to. */
export type MenuItem = { to: (typeof paths)[keyof typeof paths]; label: string; icon: LucideIcon }
