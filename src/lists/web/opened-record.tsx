import { Suspense, type ReactNode } from 'react'
import type { Status } from '#kit/wire.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { RecordPanel } from './record-panel.tsx'

type OpenedRecordProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What the address names; missing where it is not among these. */
  record: { id: string; status: Status; label?: string } | undefined
  notFound: string
  /** All of it, which may still be on its way. */
  children: ReactNode
}

/** The record that the address names, with its state, or that there is none. */
export function OpenedRecord({ open, onClose, title, record, notFound, children }: OpenedRecordProps) {
  'use no memo'
  return (
    <RecordPanel
      open={open}
      onClose={onClose}
      title={title}
      of={record?.id}
      description={record && <StatusPill status={record.status} label={record.label} />}
    >
      {record ? (
        <Suspense key={record.id} fallback={<Skeleton className="h-130" />}>
          {children}
        </Suspense>
      ) : (
        <p className="py-6 text-center text-ink-2">{notFound}</p>
      )}
    </RecordPanel>
  )
}
