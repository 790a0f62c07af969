import { useRef, type FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { useRefresh } from '#ui/read.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import { dayOf } from '#ui/times.ts'
import type { UserView } from './user-view.ts'
import { NoteLine } from './user-notes.tsx'
import { AdjustForm } from './adjust-form.tsx'
import { BlockPanels } from './block-panels.tsx'
import { accountNames } from '#desk/account-names.ts'
import { call } from '#desk/calls.ts'
import { AccountPostings } from '#desk/funds/account-postings.tsx'
import { CredentialPanels } from './credential-panels.tsx'
import { KycPanels } from './kyc-panels.tsx'
import { LostFactorPanels } from './lost-factor-panels.tsx'
import * as text from '#texts/list.ts'
import { ListEnd } from '#lists/web/list-end.tsx'
import { usePages } from '#lists/web/pages.ts'
import { AccountLink } from '#desk/record-parts.tsx'
import { RolesPanel } from './roles-panel.tsx'

/** Everything that opens over a user's screen. Its code comes when the first of it is opened. */
export function UserPanels({ view }: { view: UserView }) {
  const { user } = view
  const topUp = usePanel('top-up')
  const deduct = usePanel('deduct')
  const description = `The account of ${user.name}`
  return (
    <>
      <SidePanel open={topUp.open} onClose={topUp.close} title="Top up" description={description}>
        <AdjustForm view={view} direction="topup" onDone={topUp.close} />
      </SidePanel>
      <SidePanel open={deduct.open} onClose={deduct.close} title="Deduct" description={description}>
        <AdjustForm view={view} direction="deduct" onDone={deduct.close} />
      </SidePanel>
      <KycPanels person={user} />
      <CredentialPanels user={user} />
      <LostFactorPanels user={user} />
      <BlockPanels user={user} />
      <RolesPanel user={user} />
      <NotesPanel user={user} />
      <InvitedPanel view={view} />
      <PostingsPanel view={view} />
    </>
  )
}

const BALANCES = {
  earnings: 'investment_balance',
  invested: 'active_investment',
  referral: 'referral_balance',
} as const

/** What one of the user's balances is made of. */
function PostingsPanel({ view }: { view: UserView }) {
  const panel = usePanel('postings')
  const kinds = Object.keys(BALANCES) as (keyof typeof BALANCES)[]
  const kind = kinds.find((one) => one === panel.of)
  const { id, name } = view.user
  return (
    <SidePanel
      open={panel.open && kind !== undefined}
      onClose={panel.close}
      title="Postings"
      description={kind && `${accountNames[kind]}, ${name}`}
    >
      {kind && <AccountPostings account={`investor/${id}/${kind}`} shown={view[BALANCES[kind]]} />}
    </SidePanel>
  )
}

function NotesPanel({ user: { id, name } }: { user: UserView['user'] }) {
  const panel = usePanel('notes')
  return (
    <SidePanel open={panel.open} onClose={panel.close} title="Notes" description={`About ${name}, who never sees them`}>
      <NoteForm id={id} />
      <Notes key={id} id={id} />
    </SidePanel>
  )
}

function NoteForm({ id }: { id: string }) {
  const form = useRef<HTMLFormElement>(null)
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const write = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = fieldOf(new FormData(event.currentTarget), 'text').trim()
    void submit(() => call('POST /api/note-user/:id', { params: { id }, body: { text } }), {
      check: (): Record<string, string[]> => (text === '' ? { text: ['Write something here.'] } : {}),
      success: null,
      done: () => {
        form.current?.reset()
        refresh()
      },
    })
  }
  return (
    <form ref={form} noValidate onSubmit={write} className="mt-3 flex flex-col gap-3">
      <TextArea
        label="Note"
        name="text"
        rows={3}
        maxLength={2000}
        hint="A note can’t be changed or deleted."
        error={errors['text']}
      />
      <Button type="submit" size="medium" busy={busy}>
        {busy ? 'sending...' : 'Save note'}
      </Button>
    </form>
  )
}

function Notes({ id }: { id: string }) {
  const pages = usePages(
    'GET /api/admin/notes/:id',
    ({ of: _, ...query }) => call('GET /api/admin/notes/:id', { params: { id }, query }),
    { of: id },
    { whole: true },
  )
  const { rows: notes, error, again } = pages
  if (error && !notes) return <LoadFailed again={again} />
  if (!notes) return <p className="mt-4 text-14 text-ink-2">loading...</p>
  if (notes.length === 0) return <p className="mt-4 text-14 text-ink-2">No notes yet</p>
  return (
    <div className="mt-2">
      {notes.map((note) => (
        <NoteLine key={note.id} note={note} />
      ))}
      {pages.more && (
        <div className="-mx-5">
          <ListEnd pages={pages} words={text.newest} />
        </div>
      )}
    </div>
  )
}

function InvitedPanel({ view: { user, invited } }: { view: UserView }) {
  const panel = usePanel('invited')
  const { count, newest } = invited
  return (
    <SidePanel open={panel.open} onClose={panel.close} title="Invited" description={`By ${user.name}`}>
      {count === 0 && <p className="mt-2 text-14 text-ink-2">Nobody so far</p>}
      <ul className="mt-2">
        {newest.map((person) => (
          <li key={person.id} className="flex items-center justify-between gap-3 border-b border-line py-3">
            <div className="min-w-0">
              <p className="text-15 font-semibold wrap-anywhere">{person.name}</p>
              <p className="text-13 text-ink-2 wrap-anywhere">
                {person.email}, {dayOf(person.created_at)}
              </p>
            </div>
            <AccountLink person={person} />
          </li>
        ))}
      </ul>
      {count > newest.length && (
        <p className="mt-3 text-13 text-ink-2">
          The newest {newest.length} of {count}
        </p>
      )}
    </SidePanel>
  )
}
