import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#desk/calls.ts'
import { COPIED, TextField } from '#ui/text-field.tsx'
import { alsoRecorded } from '#withdrawals/batch-rules.ts'
import { onceDown } from './once-down.ts'
import { onceTyped } from './once-typed.ts'

type TransactionFieldProps = {
  /** The id of the withdrawal. */
  of: string
  known?: string | null | undefined
  error: readonly string[] | undefined
}

/** The id of the transaction that paid a withdrawal, with a warning where it is recorded for something else, too. */
export function TransactionField({ of, known, error }: TransactionFieldProps) {
  const [typed, setTyped] = useState(known ?? '')
  const also = useAlso(of, typed.trim())
  return (
    <div>
      <TextField
        label="Transaction id"
        name="txid"
        maxLength={200}
        {...COPIED}
        onKeyDown={onceDown}
        hint="Of the transaction that paid it, if there is one"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={error}
      />
      <p role="status" className="px-4 text-13 text-pending">
        {also}
      </p>
    </div>
  )
}

function useAlso(id: string, txid: string): string | null {
  const { data } = useQuery({
    queryKey: ['GET /api/admin/transaction-of/:id', id, txid],
    queryFn: async ({ signal }) => {
      await onceTyped(signal)
      return call('GET /api/admin/transaction-of/:id', { params: { id }, query: { txid } })
    },
    enabled: txid !== '',
    gcTime: 0,
  })
  return data ? alsoRecorded(data.uses) : null
}
