import * as text from '#texts/push.ts'

/** What the server sends; see notifications/send-push.ts. */
type Push = { id: string; title: string; content: string; path: string }

/** Shows what has come. A browser takes the leave away from who shows nothing. */
export function showPush(worker: ServiceWorkerGlobalScope, data: PushMessageData | null): Promise<void> {
  const { id, title, content, path } = read(data)
  return worker.registration.showNotification(title, {
    body: content,
    // the same once more replaces it
    tag: id,
    icon: '/icon-192.png',
    badge: '/icon-mask-512.png',
    data: path,
  })
}

/** Brings the open app to the front as it stands, something may be half typed there; else opens it at the place. */
export async function openFromNotification(worker: ServiceWorkerGlobalScope, { data }: Notification): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [open] = windows.toSorted((one, other) => Number(other.focused) - Number(one.focused))
  const path = typeof data === 'string' && /^\/(?![/\\])/.test(data) ? data : '/'
  await (open ? open.focus() : worker.clients.openWindow(path))
}

function read(data: PushMessageData | null): Push {
  try {
    const { id, title, content, path } = (data?.json() ?? {}) as Partial<Push>
    if (id && title && content && path) return { id, title, content, path }
  } catch {
    // not ours, or of a build to come
  }
  return { id: 'news', title: text.something, content: text.openToSee, path: '/' }
}
