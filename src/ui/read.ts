import { useQuery, useQueryClient, type Query, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call, Contract, ReplyOf } from '#kit/wire.ts'
import { type ArgumentsOf, CallError, type Client } from './client.ts'

/** Milliseconds after which something that could not be read is asked for again, behind what is said of it. */
const BEHIND = 10_000

type Reads<Calls extends Contract> = keyof Calls & `GET ${string}`
/** What a screen reads, as far as it has come. */
type Read<Reply> = Pick<UseQueryResult<Reply>, 'isPlaceholderData' | 'refetch'> & {
  data: Reply | undefined
  /** When it was true, in milliseconds of this device's clock. */
  dataUpdatedAt: number
  /** Why there is nothing to show, for as long as there is nothing. */
  error: Error | null
}
/** The reply of a GET call, kept and refreshed under its key `'GET /api/…'`. */
export type UseRead<Calls extends Contract> = <Key extends Reads<Calls>>(
  key: Key,
  ...input: ArgumentsOf<Calls[Key]>
) => Read<ReplyOf<Calls[Key] & Call>>

type ReadOptions = {
  /** Reads again every so many milliseconds, while the page is seen: for what grows on its own. */
  again?: number
}

/** Whether it may come if it is asked for again: the server has not refused it. */
export function mayStillCome(error: Error): boolean {
  return !(error instanceof CallError && error.status >= 400 && error.status < 500)
}

/** In how many milliseconds something is read again: soon where it has failed, unless there is no network at all. */
export function nextRead({ state: { error } }: Pick<Query, 'state'>, again: number | false = false): number | false {
  return error && navigator.onLine && mayStillCome(error) ? BEHIND : again
}

/** A hook that reads a contract's GET calls through the cache; events from the server make it read again. */
export function createRead<Calls extends Contract>(call: Client<Calls>, { again }: ReadOptions = {}): UseRead<Calls> {
  return (key, ...input) =>
    useStanding(
      useQuery({
        queryKey: [key, ...input],
        queryFn: () => call(key, ...input),
        refetchInterval: (query) => nextRead(query, again),
      }),
    )
}

/**
 * What was asked for, or why it is not there, until it is: what has failed is asked for again behind what is said of it.
 * The cache forgets the error while it asks, and would show the answer to the question before.
 */
export function useStanding<Reply>(asking: UseQueryResult<Reply>): Read<Reply> {
  // part of what everybody loads first, and taken apart at once
  'use no memo'
  const { data, dataUpdatedAt, isPlaceholderData, error: failure, refetch } = asking
  const [said, say] = useState(failure)
  const error = data === undefined || isPlaceholderData ? (failure ?? said) : null
  if (error !== said) say(error)
  return { data: error ? undefined : data, dataUpdatedAt, isPlaceholderData, error, refetch }
}

/** Reads again whatever is on screen, after something has been changed from here. */
export function useRefresh(): () => void {
  const cache = useQueryClient()
  return () => void cache.invalidateQueries()
}
