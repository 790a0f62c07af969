import { Suspense } from 'react'
import { Card } from '#ui/card.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { useTab } from '#ui/tab-url.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useWide } from '#ui/wide.ts'
import { useDraft } from './mail-draft.ts'
import { MailPreview, usePreview } from './mail-preview.tsx'
import { WriteMail } from './write-mail.tsx'

const MailDelivery = lazyPart(async () => (await import('./mail-delivery.tsx')).MailDelivery)
const MailTemplates = lazyPart(async () => (await import('./mail-templates.tsx')).MailTemplates)

const WRITE = { name: 'write', label: 'Write' }
const PREVIEW = { name: 'preview', label: 'Preview' }
const DELIVERY = { name: 'delivery', label: 'Delivery' }
const TEMPLATES = { name: 'templates', label: 'Templates' }

/** Mail to one or to many, what has become of it, and what is sent automatically. */
export function AdminMailScreen() {
  const wide = useWide()
  const tabs = wide ? ([WRITE, DELIVERY, TEMPLATES] as const) : ([WRITE, PREVIEW, DELIVERY, TEMPLATES] as const)
  const tab = useTab<{ name: string; label: string }>(tabs, [])
  const mail = useDraft()
  const preview = usePreview(mail.draft)
  const { name } = tab.chosen ?? WRITE
  return (
    <>
      <PageHead over="Mail" title="Send Mail" below="To one address, or to many" />
      <div className="lg:flex lg:flex-col lg:[&>[role=tablist]]:self-start lg:[&_[role=tab]]:px-4">
        <Tabs label="Mail" tabs={tabs} chosen={name} onChoose={tab.choose}>
          <div className="mt-4">
            {name === 'write' && (
              <div className="items-start gap-4 lg:grid lg:grid-cols-2">
                <Card className="p-5 lg:p-6">
                  <WriteMail {...mail} preview={preview} />
                </Card>
                {wide && (
                  <Card className="sticky top-5 p-5 lg:p-6">
                    <MailPreview title={mail.draft.title} preview={preview} />
                  </Card>
                )}
              </div>
            )}
            {name === 'preview' && (
              <Card className="p-5 lg:p-6">
                <MailPreview title={mail.draft.title} preview={preview} />
              </Card>
            )}
            <Suspense fallback={<Skeleton className="h-72" />}>
              {name === 'delivery' && <MailDelivery />}
              {name === 'templates' && <MailTemplates />}
            </Suspense>
          </div>
        </Tabs>
      </div>
    </>
  )
}
