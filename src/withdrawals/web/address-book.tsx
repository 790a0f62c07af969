import { useState, type FormEvent } from 'react'
import type { SavedAddress, WithdrawalConditions } from '#addresses/contract.ts'
import { LONGEST_ADDRESS_NAME } from '#addresses/rules.ts'
import { call } from '#addresses/web/calls.ts'
import * as text from '#texts/address-book.ts'
import { Address } from '#ui/address.tsx'
import { Button } from '#ui/button.tsx'
import { useRefresh } from '#ui/read.ts'
import { SelectField } from '#ui/select-field.tsx'
import { fieldOf, problemsOf, useSubmission } from '#ui/submission.ts'
import { COPIED, TextField } from '#ui/text-field.tsx'
import { momentOf } from '#ui/times.ts'
import type { Wallet } from '#wallets/contract.ts'
import { checkAddress } from '#wallets/rules.ts'
import { networkName } from '#wallets/web/networks.ts'
import { nameProblem } from './address-part.tsx'

type AddressBookProps = { conditions: WithdrawalConditions; wallets: readonly Wallet[]; now: number }

/** The addresses that somebody withdraws to: each with its name and whether money can go there by now. */
export function AddressBook({ conditions: { addresses, hold_hours }, wallets, now }: AddressBookProps) {
  const networks = [...new Set(wallets.map(({ network }) => network))]
  return (
    <div className="flex flex-col gap-5">
      {addresses.length === 0 ? (
        <p className="text-ink-2">{text.none}</p>
      ) : (
        <ul aria-label={text.list} className="flex flex-col gap-3">
          {addresses.map((entry) => (
            <Entry key={entry.id} entry={entry} now={now} held={hold_hours > 0} />
          ))}
        </ul>
      )}
      {networks.length > 0 && <NewAddress networks={networks} />}
    </div>
  )
}

function Entry({ entry, now, held }: { entry: SavedAddress; now: number; held: boolean }) {
  const { id, name, network, address, confirmed, usable_at } = entry
  const [asked, setAsked] = useState(false)
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const state = !confirmed
    ? text.unconfirmed
    : Date.parse(usable_at) > now
      ? text.newUntil(momentOf(usable_at))
      : text.confirmed
  const remove = () =>
    void submit(() => call('POST /api/remove-address/:id', { params: { id } }), { done: () => refresh() })
  return (
    <li className="rounded-tile bg-sunken p-4">
      <p className="font-medium wrap-anywhere">{name ?? text.unnamed}</p>
      <Address text={address} />
      <p className="mt-1 text-13 text-ink-2">
        {networkName(network)}
        {held && ` · ${state}`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {held && !confirmed && (
          <Button
            variant="secondary"
            size="small"
            busy={busy}
            onClick={() => void submit(() => call('POST /api/mail-address-link/:id', { params: { id } }))}
          >
            {text.mailAgain}
          </Button>
        )}
        {asked ? (
          <>
            <Button variant="danger" size="small" busy={busy} onClick={remove}>
              {text.removeSure}
            </Button>
            <Button variant="secondary" size="small" onClick={() => setAsked(false)}>
              {text.keep}
            </Button>
          </>
        ) : (
          <Button
            variant="secondary"
            size="small"
            aria-label={text.removeOf(name ?? address)}
            onClick={() => setAsked(true)}
          >
            {text.remove}
          </Button>
        )}
      </div>
    </li>
  )
}

function NewAddress({ networks }: { networks: readonly string[] }) {
  const [saved, setSaved] = useState(0)
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = {
      network: fieldOf(form, 'network'),
      address: fieldOf(form, 'address').trim(),
      address_name: fieldOf(form, 'address_name'),
    }
    void submit(() => call('POST /api/save-address', { body }), {
      check: () =>
        problemsOf({ address: checkAddress(body.network, body.address), address_name: nameProblem(body.address_name) }),
      done: () => {
        setSaved(saved + 1)
        refresh()
      },
    })
  }
  return (
    <form key={saved} noValidate onSubmit={save} className="flex flex-col gap-3.5">
      <h3 className="text-17">{text.add}</h3>
      <SelectField
        label={text.method}
        name="network"
        choices={networks.map((value) => ({ value, label: networkName(value) }))}
        error={errors['network']}
      />
      <TextField label={text.address} name="address" {...COPIED} maxLength={120} required error={errors['address']} />
      <TextField
        label={text.name}
        name="address_name"
        autoComplete="off"
        maxLength={LONGEST_ADDRESS_NAME}
        hint={text.nameHint}
        check={nameProblem}
        required
        error={errors['address_name']}
      />
      <Button type="submit" busy={busy}>
        {busy ? text.sending : text.save}
      </Button>
    </form>
  )
}
