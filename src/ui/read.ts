import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { Call, Contract, ReplyOf } from '#kit/wire.ts'
import type { ArgumentsOf, Client } from './client.ts'

type Reads<Calls extends Contract> = keyof Calls & `GET ${string}`
/** The reply of a GET call, kept and refreshed under its key `'GET /api/…'`. */
export type UseRead<Calls extends Contract> = <Key extends Reads<Calls>>(
  key: Key,
  ...input: ArgumentsOf<Calls[Key]>
) => UseQueryResult<ReplyOf<Calls[Key] & Call>>

type ReadOptions = {
  /** Reads again every so many milliseconds, while the page is seen: for what grows on its own. */
  again?: number
}

/** A hook that reads a contract's GET calls through the cache; events from the server make it read again. */
export function createRead<Calls extends Contract>(call: Client<Calls>, { again }: ReadOptions = {}): UseRead<Calls> {
  return (key, ...input) =>
    useQuery({ queryKey: [key, ...input], queryFn: () => call(key, ...input), refetchInterval: again ?? false })
}

/** Reads again whatever is on screen, after something has been changed from here. */
export function useRefresh(): () => void {
  const cache = useQueryClient()
  return () => void cache.invalidateQueries()
}
