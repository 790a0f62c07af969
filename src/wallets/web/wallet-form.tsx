import { useState, type ReactNode } from 'react'
import * as text from '#texts/networks.ts'
import type { Wallet } from '#wallets/contract.ts'
import { networksOf, readWallet } from '#wallets/rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useChange } from '#ui/change.ts'
import { fieldOf } from '#ui/submission.ts'
import { COPIED, TextField } from '#ui/text-field.tsx'
import { call } from './calls.ts'
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
  const networks = networksOf(address.trim()).map(networkName)
  const { busy, errors, change } = useChange(onDone)

  const save = (given: FormData) => {
    const body = bodyOf(given)
    return opened
      ? call('POST /api/update-wallet/:id', { params: { id: opened.id }, body: { ...body, version: opened.version } })
      : call('POST /api/create-wallet', { body })
  }
  const check = (given: FormData) => {
    const present = opened && { name: opened.wallet_name, address: opened.wallet_address, network: opened.network }
    const read = readWallet(bodyOf(given), present)
    return 'errors' in read ? read.errors : {}
  }

  return (
    <form noValidate onSubmit={(event) => change(event, save, check)} className="flex flex-col gap-3.5">
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
      <SelectField
        label="Network"
        name="network"
        choices={networkChoices(opened?.network, toldBy(networks))}
        defaultValue={opened?.network ?? ''}
        hint={networks.length > 1 ? text.alike(networks) : undefined}
        error={errors['network']}
      />
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
  }
}

/** What no choice of a network means. */
function toldBy([network, another]: readonly string[]): string {
  if (network === undefined) return text.toldFromAddress
  return another === undefined ? text.toldToBe(network) : text.chooseNetwork
}
