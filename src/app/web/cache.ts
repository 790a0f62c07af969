import { onlineManager, QueryClient } from '@tanstack/react-query'
import { CallError } from '#ui/client.ts'

// else a page that is opened without a network would not notice when it comes
if (!navigator.onLine) onlineManager.setOnline(false)

/**
 * What has been read from the server. A refusal is not asked for again; a lost connection is. Without a network a read
 * fails soon instead of waiting for one, so that a screen can say so; what is kept on the device comes before that.
 */
export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) =>
        failures < (navigator.onLine ? 3 : 1) &&
        !(error instanceof CallError && error.status >= 400 && error.status < 500),
    },
  },
})
