import { useState, type FormEvent } from 'react'
import { DEFAULT_TERMS } from '#settings/terms-rules.ts'
import { TermsText } from '#settings/web/terms-text.tsx'
import { plainAmount } from '#money/typed.ts'
import type { Logo, Setting } from '#settings/contract.ts'
import { isExplorer } from '#settings/explorer-rules.ts'
import { KYC_MODES, KYC_WORDS, PUBLIC_BOOKS, PUBLIC_BOOKS_WORDS, readValue, isChangedByTwo } from '#settings/rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Choices } from '#ui/choices.tsx'
import { Mark } from '#ui/mark.tsx'
import { useRefresh } from '#ui/read.ts'
import { fieldOf, problemsOf, useSubmission } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { call } from '#desk/calls.ts'
import { SecondApprovalNeeded } from '#desk/approvals/waiting-approval.tsx'
import { LookField } from './look-field.tsx'
import { valueInWords } from './setting-words.ts'

type SettingFormProps = {
  setting: Setting
  /** what else changes with it, in a sentence */
  also?: string | undefined
  termsVersion: string
  logo: Logo | null
  onDone: () => void
}

/** Changes one setting, with the reason; or takes it back to its default. */
export function SettingForm({ setting, also, termsVersion, logo, onDone }: SettingFormProps) {
  const { name, value, changed } = setting
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const back = submitter?.getAttribute('value') === 'default'
    const form = new FormData(event.currentTarget)
    const typed = plain(name, fieldOf(form, 'value'))
    const next = back || (name === 'look' && typed === '') ? null : typed
    const reason = fieldOf(form, 'reason').trim()
    void submit(() => call('POST /api/update-setting/:name', { params: { name }, body: { value: next, reason } }), {
      check: () =>
        problemsOf({
          value: next === null ? (changed ? null : 'Choose a color or a logo first.') : problemWith(setting, next),
          reason: reason === '' ? 'Say why. It is kept in the history.' : null,
        }),
      done: () => {
        onDone()
        refresh()
      },
    })
  }
  const isTerms = name === 'terms_confirmed'
  return (
    <form noValidate onSubmit={save} className="mt-3 flex flex-col gap-3">
      <ValueField setting={setting} termsVersion={termsVersion} logo={logo} error={errors['value']} />
      {also && <p className="text-13 text-ink-2">{also}</p>}
      <TextArea label="Reason" name="reason" rows={2} maxLength={500} error={errors['reason']} />
      {isChangedByTwo(name) && (
        <SecondApprovalNeeded>This change waits until another administrator agrees.</SecondApprovalNeeded>
      )}
      {!(isTerms && value === termsVersion) && (
        <Button type="submit" size="medium" busy={busy}>
          {busy ? 'sending...' : isTerms ? 'Confirm the terms' : 'Change it'}
        </Button>
      )}
      {changed && (
        <Button type="submit" name="to" value="default" variant="secondary" size="medium" busy={busy}>
          {isTerms
            ? 'Withdraw the confirmation'
            : name === 'look'
              ? 'Back to Plumb’s color and mark'
              : `Back to the default: ${valueInWords(name, setting.default)}`}
        </Button>
      )}
    </form>
  )
}

function problemWith({ name, value }: Setting, next: string): string | null {
  if (name === 'terms_confirmed' && next === '') return 'Tick this once you have read them.'
  const read = readValue(name, next)
  if ('problem' in read) return read.problem
  return read.value === value ? 'Already set.' : null
}

type ValueFieldProps = {
  setting: Setting
  termsVersion: string
  logo: Logo | null
  error: readonly string[] | undefined
}

function ValueField({ setting: { name, value }, termsVersion, logo, error }: ValueFieldProps) {
  const [chosen, choose] = useState(value ?? '')
  if (name === 'look') return <LookField value={value} logo={logo} error={error} />
  if (name === 'kyc' || name === 'public_books') {
    return (
      <>
        <Choices
          label={name === 'kyc' ? 'An approved identity check is needed' : 'What is held and owed is'}
          variant="segments"
          choices={CHOICES[name]}
          chosen={chosen}
          onChoose={choose}
          error={error}
        />
        <input type="hidden" name="value" value={chosen} />
      </>
    )
  }
  if (name === 'terms_confirmed') {
    return (
      <>
        <div className="text-14">
          <TermsText content={DEFAULT_TERMS} />
        </div>
        {value === termsVersion ? (
          <p className="text-14 text-ink-2">Version {termsVersion} is confirmed.</p>
        ) : (
          <Checkbox name="value" value={termsVersion} error={error}>
            I have read the terms that investors agree to, version {termsVersion}, and stand by them
          </Checkbox>
        )}
      </>
    )
  }
  return (
    <>
      <TextField
        label={isExplorer(name) ? 'Address with {tx}, or empty for no link' : LABELS[name]}
        name="value"
        defaultValue={value ?? ''}
        autoComplete="off"
        inputMode={INPUTS[name] ?? 'text'}
        onChange={(event) => choose(event.target.value)}
        check={(text) => problemIn(name, plain(name, text))}
        error={error}
      />
      {name === 'platform_name' && <NamePreview name={chosen.trim()} />}
    </>
  )
}

/** Where investors read the name, before it is saved. */
function NamePreview({ name }: { name: string }) {
  return (
    <div role="region" aria-label="Preview" className="overflow-clip rounded-tile border border-line">
      <p className="truncate bg-sunken px-4 py-2 text-13 text-ink-2">Dashboard · {name}</p>
      <p className="flex items-center gap-2.5 px-4 pt-4 text-17 font-medium">
        <Mark />
        <span className="min-w-0 wrap-anywhere">{name}</span>
      </p>
      <p className="px-4 pt-3 pb-4 text-14 text-ink-2 wrap-anywhere">
        Welcome to {name}, amy. Your {name} code is on its way.
      </p>
    </div>
  )
}

const CHOICES = {
  kyc: KYC_MODES.map((mode) => ({ value: mode, label: KYC_WORDS[mode] })),
  public_books: PUBLIC_BOOKS.map((shown) => ({ value: shown, label: PUBLIC_BOOKS_WORDS[shown] })),
}

const INPUTS: Partial<Record<Setting['name'], 'numeric' | 'decimal'>> = {
  kyc_keep_days: 'numeric',
  payment_hours: 'numeric',
  approval_days: 'numeric',
  sms_daily_budget: 'numeric',
  second_approval_limit: 'decimal',
  daily_alone_limit: 'decimal',
  withdrawal_limit_none: 'decimal',
  withdrawal_limit_approved: 'decimal',
}
const LABELS = {
  kyc_keep_days: 'Days',
  payment_hours: 'Hours',
  second_approval_limit: 'Amount, $',
  daily_alone_limit: 'Amount, $',
  withdrawal_limit_none: 'Amount, $',
  withdrawal_limit_approved: 'Amount, $',
  approval_days: 'Days',
  sms_daily_budget: 'Text messages',
  platform_name: 'Name',
  support_url: 'Address of a page, or mailto:',
} as const

/** A value as the wire takes it, of one typed as people write it. */
function plain(name: Setting['name'], typed: string): string {
  return INPUTS[name] === 'decimal' ? plainAmount(typed) : typed.trim()
}

function problemIn(name: Setting['name'], text: string): string | null {
  const read = readValue(name, text)
  return 'problem' in read ? read.problem : null
}
