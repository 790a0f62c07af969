import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { product } from '#texts/product.ts'
import { useUser } from '#identity/web/session.ts'
import type { Setting, EnvironmentVariable } from '#settings/contract.ts'
import { MOST_CHANGES } from '#settings/rules.ts'
import { SETTING_TITLES } from '#settings/titles-rules.ts'
import { TERMS_VERSION } from '#settings/version-rules.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { dayOf, momentOf } from '#ui/times.ts'
import { useRead } from '#desk/calls.ts'
import { ChecklistLines } from './checklist-card.tsx'
import { WaitingApproval } from '#desk/approvals/waiting-approval.tsx'
import { alsoChanges, becameInWords, SETTING_GROUPS, SETTING_LINES, valueInWords } from './setting-words.ts'

const SettingForm = lazyPart(async () => (await import('./setting-form.tsx')).SettingForm)

/** What the owner may change while the house runs, what the environment decides, and what is missing before a start. */
export function AdminSettingsScreen() {
  const { data, error, refetch } = useRead('GET /api/admin/settings')
  const { data: checklist } = useRead('GET /api/admin/checklist')
  const panel = usePanel('setting')
  const mayChange = useUser()?.roles.includes('owner') ?? false
  // by its name, and from what waits by its id
  const chosen = data?.items.find(({ id, name }) => name === panel.of || id === panel.of)
  return (
    <>
      <PageHead
        over="Settings"
        title="Settings"
        below={
          mayChange
            ? 'Every owner is told of a change. It takes effect at once, or waits for a second administrator'
            : 'Only an owner can change them'
        }
      />
      {data ? (
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
          <div className="flex min-w-0 flex-col gap-4">
            <Groups settings={data.items} terms={data.terms_version} mayChange={mayChange} onOpen={panel.show} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Card className="px-5 pt-4 pb-1">
              <h2 className="text-17">Before you open</h2>
              {checklist ? <ChecklistLines checklist={checklist} /> : <Skeleton className="my-3 h-72" />}
            </Card>
            <Card className="px-5 pt-4 pb-1">
              <h2 className="text-17">Environment</h2>
              <p className="text-13 text-ink-2">Set before the server starts. Secrets are never shown.</p>
              <Environment variables={data.environment} />
            </Card>
          </div>
        </div>
      ) : (
        <Card className="p-5">{error ? <LoadFailed again={refetch}>{error.message}</LoadFailed> : <Coming />}</Card>
      )}
      <SidePanel
        open={panel.open}
        onClose={panel.close}
        title={chosen ? SETTING_TITLES[chosen.name] : 'Setting'}
        description={chosen && SETTING_LINES[chosen.name]}
      >
        {chosen && data && (
          <>
            <WaitingApproval of={chosen.id} className="mt-3" />
            {chosen.name === 'terms_confirmed' && <TermsLink mayChange={mayChange} />}
            {isPublished(chosen, data.terms_version) ? (
              <p className="mt-3 text-15">Version {data.terms_version} was published here and is in effect.</p>
            ) : mayChange ? (
              <Suspense fallback={<Skeleton className="mt-3 h-60" />}>
                <SettingForm
                  // again when somebody else has changed it meanwhile
                  key={`${chosen.name} ${chosen.value}`}
                  setting={chosen}
                  also={alsoChanges(chosen, data.items)}
                  termsVersion={data.terms_version}
                  logo={data.logo}
                  onDone={panel.close}
                />
              </Suspense>
            ) : (
              <p className="mt-3 text-15">
                {valueInWords(chosen.name, chosen.value)}
                <span className="block text-14 text-ink-2">Only an owner can change this.</span>
              </p>
            )}
            <History setting={chosen} />
          </>
        )}
        {data && !chosen && <p role="status">There is no such setting.</p>}
      </SidePanel>
    </>
  )
}

/** Above what is still being fetched, which would push it away from under a finger. */
function TermsLink({ mayChange }: { mayChange: boolean }) {
  return (
    <Link to="/admin-terms" className={`${buttonClass('secondary', 'medium')} mt-3 w-full`}>
      {mayChange ? 'Edit the terms' : 'See the terms'}
    </Link>
  )
}

/** They have a number as every version has, though nobody here has ever changed any. */
const OWN_TERMS = `Version ${TERMS_VERSION} came with the program`

/** Terms that an owner has published need no confirmation: they have written them. */
function isPublished({ name }: Setting, version: string): boolean {
  return name === 'terms_confirmed' && version !== TERMS_VERSION
}

function Coming() {
  return (
    <>
      <p role="status" className="sr-only">
        loading...
      </p>
      <Skeleton className="h-96" />
    </>
  )
}

type GroupsProps = {
  settings: readonly Setting[]
  /** The version of the terms that is in effect. */
  terms: string
  mayChange: boolean
  onOpen: (name: string) => void
}

/** All settings, in groups. */
function Groups({ settings, terms, mayChange, onOpen }: GroupsProps) {
  return SETTING_GROUPS.map(({ title, names }) => (
    <Card key={title} className="px-5 pt-4 pb-1">
      <h2 className="text-17">{title}</h2>
      <ul className="divide-y divide-line">
        {names.map((name) => {
          const setting = settings.find((item) => item.name === name)
          return (
            setting && (
              <SettingLine
                key={name}
                setting={setting}
                published={isPublished(setting, terms) ? terms : null}
                mayChange={mayChange}
                onOpen={() => onOpen(name)}
              />
            )
          )
        })}
      </ul>
    </Card>
  ))
}

type SettingLineProps = {
  setting: Setting
  /** Of the terms: the version that an owner has published. */
  published: string | null
  mayChange: boolean
  onOpen: () => void
}

/** A setting, what counts now, and since when it is not its default. */
function SettingLine({ setting, published, mayChange, onOpen }: SettingLineProps) {
  const { id, name, value, changed, history } = setting
  const [last] = history
  const [title, line] = [SETTING_TITLES[name], SETTING_LINES[name]]
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3.5">
      <div className="w-full sm:w-80">
        <h3 className="text-15">{title}</h3>
        <p className="text-13 text-ink-2">{line}</p>
      </div>
      <div className="min-w-0 flex-1 max-xs:basis-2/3">
        <p className="text-15 font-semibold wrap-anywhere">
          {published === null ? valueInWords(name, value) : `Version ${published}`}
        </p>
        <p className="text-13 text-ink-2 wrap-anywhere">
          {published !== null
            ? 'Published here'
            : changed && last
              ? `${last.by?.name ?? product}, ${dayOf(last.at)}: ${last.reason}`
              : name === 'terms_confirmed'
                ? `${OWN_TERMS} and is in effect`
                : 'The default'}
        </p>
        {changed && name !== 'terms_confirmed' && (
          <p className="text-13 text-ink-2 wrap-anywhere">Default: {valueInWords(name, setting.default)}</p>
        )}
      </div>
      <Button variant="quiet" size="small" onClick={onOpen} aria-label={`${mayChange ? 'Change' : 'See'} ${title}`}>
        {mayChange ? 'Change' : 'See'}
      </Button>
      <div className="w-full empty:hidden">
        <WaitingApproval of={id} className="mt-2 sm:max-w-[36rem]" />
      </div>
    </li>
  )
}

/** Who changed a setting, when and why; the newest first. */
function History({ setting }: { setting: Setting }) {
  return (
    <section className="mt-5 pb-4">
      <h3 className="text-13 font-normal text-ink-2">History</h3>
      {setting.history.length === 0 && (
        <p className="py-2 text-14 text-ink-2">
          {setting.name === 'terms_confirmed'
            ? `${OWN_TERMS}. Nobody has confirmed it or published another.`
            : 'It has never been changed.'}
        </p>
      )}
      <ol className="divide-y divide-line">
        {setting.history.map(({ at, by, after, reason }, place) => (
          <li key={setting.history.length - place} className="py-2.5">
            <p className="text-15 font-semibold wrap-anywhere">{becameInWords(setting, after)}</p>
            <p className="text-13 text-ink-2">
              {by?.name ?? product}, <time dateTime={at}>{momentOf(at)}</time>
            </p>
            <p className="text-14 wrap-anywhere">{reason}</p>
          </li>
        ))}
      </ol>
      {setting.history.length === MOST_CHANGES && (
        <p className="text-14 text-ink-2">
          The newest {MOST_CHANGES}.{' '}
          <Link to="/admin-audit" search={{ q: setting.id }} className="font-semibold text-brand underline">
            All of them are in the audit log
          </Link>
        </p>
      )}
    </section>
  )
}

function Environment({ variables }: { variables: readonly EnvironmentVariable[] }) {
  return (
    <dl className="divide-y divide-line">
      {variables.map(({ name, set, value }) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-3 py-2">
          <dt className="text-13 wrap-anywhere">{name}</dt>
          <dd className="min-w-0 text-13 text-ink-2 wrap-anywhere">
            {value || (set ? 'set' : 'not set')}
            {value && !set ? ', the default' : ''}
          </dd>
        </div>
      ))}
    </dl>
  )
}
