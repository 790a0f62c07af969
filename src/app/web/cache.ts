import { QueryClient } from '@tanstack/react-query'
import { CallError } from '#ui/client.ts'

/** What has been read from the server. A refusal is not asked for again; a lost connection is. */
export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 3 && !(error instanceof CallError && error.status >= 400 && error.status < 500),
    },
  },
})
