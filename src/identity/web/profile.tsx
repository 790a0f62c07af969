import { ImagePlus } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import type { KycState, User } from '#identity/contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Card, Certificate } from '#ui/card.tsx'
import { serialOf } from '#ui/guilloche.ts'
import { ScreenHead } from '#ui/screen-head.tsx'
import { useSubmission } from '#ui/submission.ts'
import { dayOf } from '#ui/times.ts'
import { call } from './calls.ts'
import { countryName } from './countries.ts'
import { storeUser, useUser } from './session.ts'

const kycWords: Record<KycState, string> = {
  none: 'Not asked for',
  submitted: 'Under review',
  approved: 'Approved',
  rejected: 'Not approved',
}

/** The person's picture, and what is known about them. */
export function ProfileScreen() {
  const user = useUser()
  if (!user) return null
  return (
    <>
      <ScreenHead title="Profile" line={user.name} />
      <div className="flex flex-col gap-4 lg:max-w-107.5">
        <Certificate paper="verdigris" of={user.id} className="flex min-h-42.5 flex-col justify-end p-5">
          <p className="text-22 font-semibold">{user.name}</p>
          <p className="mt-1 text-12 tracking-wide opacity-80">Nº {serialOf(user.id)}</p>
        </Certificate>
        <Card className="p-5">
          <PictureForm user={user} />
        </Card>
        <Card className="px-5 py-2">
          <ProfileItems user={user} />
        </Card>
      </div>
    </>
  )
}

function PictureForm({ user }: { user: User }) {
  const { busy, errors, submit } = useSubmission()
  const [picked, setPicked] = useState<{ file: File; address: string } | null>(null)
  useEffect(() => () => URL.revokeObjectURL(picked?.address ?? ''), [picked])

  const upload = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!picked) return
    const picture = new FormData()
    picture.set('image', picked.file)
    void submit(() => call('POST /api/profile-update', { upload: picture }), {
      done: (reply) => {
        setPicked(null)
        storeUser(reply.user)
      },
    })
  }

  return (
    <form onSubmit={upload} className="flex flex-wrap items-center gap-4">
      <Avatar name={user.name} picture={picked?.address ?? user.profile} className="size-18 text-22" />
      <label className="flex min-h-11 flex-1 items-center gap-2.5 rounded-control font-semibold whitespace-nowrap text-brand has-[:focus-visible]:outline-2">
        <ImagePlus className="size-5" aria-hidden />
        Choose a picture
        <input
          type="file"
          name="image"
          accept="image/*"
          className="sr-only"
          onChange={({ target }) => {
            const file = target.files?.[0]
            setPicked(file ? { file, address: URL.createObjectURL(file) } : null)
          }}
        />
      </label>
      <Button type="submit" size="medium" busy={busy} disabled={!picked && !busy} className="w-full">
        {busy ? 'uploading...' : 'update profile'}
      </Button>
      {errors['image'] && <p className="text-13 text-down">{errors['image'][0]}</p>}
    </form>
  )
}

function ProfileItems({ user }: { user: User }) {
  const items = [
    ['Email', user.email],
    ['Phone', user.phone],
    ['Country', countryName(user.country)],
    ['Identity check', kycWords[user.kyc]],
    ['Member since', dayOf(user.created_at)],
  ]
  return (
    <dl className="divide-y divide-line">
      {items.map(([term, value]) => (
        <div key={term} className="flex items-baseline justify-between gap-4 py-3">
          <dt className="text-14 text-ink-2">{term}</dt>
          <dd className="min-w-0 text-right font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
