import { onlineManager, QueryClient } from '@tanstack/react-query'
import { mayStillCome, nextRead } from '#ui/read.ts'

// else a page that is opened without a network would not notice when it comes
if (!navigator.onLine) onlineManager.setOnline(false)

/**
 * What has been read from the server. What does not come is asked for once more, a second later; then the screen can say
 * so, and it is asked for again behind that. A refusal is not. Without a network a read fails as soon, instead of waiting
 * for one; what is kept on the device comes before that.
 */
export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 1 && mayStillCome(error),
      refetchInterval: nextRead,
    },
  },
})
