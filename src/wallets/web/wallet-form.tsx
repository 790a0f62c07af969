import { useState, type ReactNode } from 'react'
import * as text from '#texts/networks.ts'
import type { Wallet } from '#wallets/contract.ts'
import { coinOf, readPaymentWallet } from '#wallets/coin-rules.ts'
import { networksOf } from '#wallets/rules.ts'
import { Address } from '#ui/address.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useRecordForm } from '#ui/change.ts'
import { fieldOf } from '#ui/submission.ts'
import { COPIED, TextField } from '#ui/text-field.tsx'
import { call } from './calls.ts'
import { CoinFields, coinIn } from './coin-fields.tsx'
import { networkChoices, networkName } from './networks.ts'

const COMPARE = 'Investors pay to this address. Compare it with the wallet itself.'

type WalletFormProps = {
  wallet?: Wallet
  /** Whether it waits for a second administrator, in a sentence. */
  note: ReactNode
  onDone: () => void
}

/** A new payment wallet, or one to be changed as it was when the form was opened. */
export function WalletForm({ wallet, note, onDone }: WalletFormProps) {
  const [opened] = useState(wallet)
  const [address, setAddress] = useState(opened?.wallet_address ?? '')
  const [chosen, chooseNetwork] = useState(opened?.network ?? '')
  const told = networksOf(address.trim())
  const networks = told.map(networkName)
  const only = told.length === 1 ? told[0] : undefined
  const { busy, errors, send } = useRecordForm(bodyOf, {
    read: (body) => readPaymentWallet(body, opened && presentOf(opened)),
    save: (body) =>
      opened
        ? call('POST /api/update-wallet/:id', { params: { id: opened.id }, body: { ...body, version: opened.version } })
        : call('POST /api/create-wallet', { body }),
    onDone,
  })

  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-3.5">
      <TextField
        label="Wallet name"
        name="name"
        required
        maxLength={60}
        defaultValue={opened?.wallet_name}
        error={errors['name']}
      />
      <TextField
        label="Wallet address"
        name="address"
        required
        maxLength={120}
        {...COPIED}
        hint={COMPARE}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        error={errors['address']}
      />
      {address.trim() !== '' && (
        <div className="rounded-tile bg-sunken p-4">
          <Address text={address.trim()} />
        </div>
      )}
      <SelectField
        label="Network"
        name="network"
        choices={networkChoices(opened?.network, toldBy(networks))}
        value={chosen}
        onChange={(event) => chooseNetwork(event.target.value)}
        hint={networks.length > 1 ? text.alike(networks) : undefined}
        error={errors['network']}
      />
      <CoinFields network={chosen || only} opened={opened} errors={errors} />
      <Checkbox name="available" defaultChecked={opened?.available ?? true} error={errors['available']}>
        Available to investors
      </Checkbox>
      {note}
      <Button type="submit" busy={busy}>
        {busy ? 'sending...' : opened ? 'Update wallet' : 'Create wallet'}
      </Button>
    </form>
  )
}

function bodyOf(given: FormData) {
  const network = fieldOf(given, 'network')
  return {
    name: fieldOf(given, 'name').trim(),
    address: fieldOf(given, 'address').trim(),
    available: given.has('available'),
    ...(network ? { network } : {}),
    ...coinIn(given),
  }
}

function presentOf({ wallet_name, wallet_address, network, ...wallet }: Wallet) {
  return { name: wallet_name, address: wallet_address, network, ...coinOf(wallet) }
}

/** What no choice of a network means. */
function toldBy([network, another]: readonly string[]): string {
  if (network === undefined) return text.toldFromAddress
  return another === undefined ? text.toldToBe(network) : text.chooseNetwork
}
