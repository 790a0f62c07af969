import { type FormEvent, type ReactNode, useState } from 'react'
import type { BodyOf } from '#kit/wire.ts'
import * as text from '#texts/kyc.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import type { CallError } from '#ui/client.ts'
import { SelectField } from '#ui/select-field.tsx'
import { fieldOf, problemsOf, useSubmission } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import { COPIED, TextField } from '#ui/text-field.tsx'
import { countries } from '#users/web/countries.ts'
import type { DocumentKind, kycContract } from '../contract.ts'
import { call } from './calls.ts'

type Details = BodyOf<(typeof kycContract)['POST /api/kyc-details']>
type Field = keyof typeof text.missing
type StepProps = { onSaved: () => void }
type FieldsProps = { errors: CallError['errors'] }

/** Name, birth date and nationality. */
export function PersonStep({ onSaved }: StepProps) {
  return (
    <DetailsForm fields={['legal_name', 'birth_date', 'nationality']} onSaved={onSaved}>
      {({ errors }) => (
        <>
          <TextField
            label={text.legalName}
            name="legal_name"
            autoComplete="name"
            required
            hint={text.legalNameHint}
            error={errors['legal_name']}
          />
          <TextField
            label={text.birthDate}
            name="birth_date"
            type="date"
            autoComplete="bday"
            required
            error={errors['birth_date']}
          />
          <CountryField label={text.nationality} name="nationality" error={errors['nationality']} />
        </>
      )}
    </DetailsForm>
  )
}

/** Where the person lives. */
export function AddressStep({ onSaved }: StepProps) {
  return (
    <DetailsForm fields={['street', 'city', 'postal_code', 'country']} onSaved={onSaved}>
      {({ errors }) => (
        <>
          <TextField
            label={text.street}
            name="street"
            autoComplete="street-address"
            required
            error={errors['street']}
          />
          <div className="grid grid-cols-[2fr_3fr] gap-3 max-xs:grid-cols-1">
            <TextField
              label={text.postalCode}
              name="postal_code"
              autoComplete="postal-code"
              required
              className="min-w-0"
              error={errors['postal_code']}
            />
            <TextField
              label={text.city}
              name="city"
              autoComplete="address-level2"
              required
              className="min-w-0"
              error={errors['city']}
            />
          </div>
          <CountryField label={text.country} name="country" autoComplete="country" error={errors['country']} />
        </>
      )}
    </DetailsForm>
  )
}

/**
 * Which document it is, and its number and last day: from the machine-readable lines that a passport has and a card may
 * have, or typed where there are none.
 */
export function DocumentStep({ known, onSaved }: StepProps & { known: DocumentKind | null }) {
  const [kind, setKind] = useState<DocumentKind>(known ?? 'passport')
  const [typesZone, setTypesZone] = useState(true)
  const isPassport = kind === 'passport'
  const isCard = kind === 'identity card' || kind === 'residence permit'
  const byZone = isPassport || (isCard && typesZone)
  const fields: Field[] = [
    'document_country',
    ...(byZone ? (['mrz'] as const) : (['document_number', 'expires_on'] as const)),
  ]
  return (
    <DetailsForm
      fields={fields}
      given={{ document: kind }}
      missing={isCard ? { ...text.missing, mrz: text.zoneMissing } : text.missing}
      onSaved={onSaved}
    >
      {({ errors }) => (
        <>
          <Choices
            label={text.documentKind}
            variant="tiles"
            choices={Object.entries(text.documentKinds).map(([value, label]) => ({ value, label }))}
            chosen={kind}
            onChoose={(value) => setKind(value as DocumentKind)}
            required
            error={errors['document']}
          />
          <CountryField label={text.documentCountry} name="document_country" error={errors['document_country']} />
          {byZone ? (
            <TextArea
              key={kind}
              label={text.zone}
              name="mrz"
              rows={isPassport ? 2 : 3}
              required
              {...COPIED}
              autoCapitalize="characters"
              className="font-mono"
              hint={isPassport ? text.zoneHints.passport : text.zoneHints.card}
              error={errors['mrz']}
            />
          ) : (
            <NumberFields errors={errors} />
          )}
          {isCard && (
            <button
              type="button"
              onClick={() => setTypesZone(!typesZone)}
              className="min-h-11 self-start rounded-control font-semibold text-brand underline"
            >
              {typesZone ? text.noZone : text.hasZone}
            </button>
          )}
        </>
      )}
    </DetailsForm>
  )
}

function NumberFields({ errors }: FieldsProps) {
  return (
    <>
      <TextField
        label={text.documentNumber}
        name="document_number"
        required
        {...COPIED}
        autoCapitalize="characters"
        error={errors['document_number']}
      />
      <TextField label={text.expiresOn} name="expires_on" type="date" required error={errors['expires_on']} />
    </>
  )
}

function CountryField({
  label,
  name,
  error,
  autoComplete,
}: {
  label: string
  name: Field
  error: CallError['errors'][string] | undefined
  autoComplete?: string
}) {
  const choices = [
    { value: '', label: text.chooseCountry },
    ...countries().map((country) => ({ value: country.code, label: country.name })),
  ]
  return (
    <SelectField
      label={label}
      name={name}
      choices={choices}
      required
      error={error}
      defaultValue=""
      autoComplete={autoComplete}
    />
  )
}

type DetailsFormProps = {
  /** Those that are typed; `given` are sent as they are. */
  fields: readonly Field[]
  given?: Details
  /** What is said of those that are left empty. */
  missing?: Readonly<Record<Field, string>>
  onSaved: () => void
  children: (state: FieldsProps) => ReactNode
}

/** Saves one step. An empty field is said at once; what else is wrong with one the server says, which has the rules. */
function DetailsForm({ fields, given, missing = text.missing, onSaved, children }: DetailsFormProps) {
  const { busy, errors, submit } = useSubmission()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = fields.map((field) => [field, fieldOf(form, field)] as const)
    const check = () =>
      problemsOf(
        Object.fromEntries(typed.map(([field, value]) => [field, value.trim() === '' ? missing[field] : null])),
      )
    void submit(() => call('POST /api/kyc-details', { body: { ...given, ...Object.fromEntries(typed) } }), {
      check,
      sending: false,
      success: null,
      done: onSaved,
    })
  }
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-3">
      {children({ errors })}
      <Button type="submit" size="medium" busy={busy} className="mt-1">
        {busy ? text.sending : text.save}
      </Button>
    </form>
  )
}
