import { Check } from 'lucide-react'
import { useState } from 'react'
import type { SavedAddress } from '#addresses/contract.ts'
import * as bookText from '#texts/address-book.ts'
import { oneOf } from '#texts/networks.ts'
import * as text from '#texts/withdraw-form.ts'
import { COPIED, TextField, type FieldProps } from '#ui/text-field.tsx'
import { dayOf } from '#ui/times.ts'
import type { Wallet } from '#wallets/contract.ts'
import { checkAddress, isSameAddress, networksOf } from '#wallets/rules.ts'
import { networkName } from '#wallets/web/networks.ts'
import type { usedAddresses } from './used-addresses.ts'

type AddressFieldProps = {
  value: string
  onChange: (address: string) => void
  /** The payment method, whose network the address has to be one of. */
  wallet: Wallet
  used: ReturnType<typeof usedAddresses>
  /** Those that are saved on its network. */
  book: readonly SavedAddress[]
  /** Something has been sent already, so that what is missing is said too. */
  asked: boolean
  error: FieldProps['error']
}

/** What is wrong with an address on the network of a payment method; null if it is right. */
export function addressProblem(address: string, { network }: Wallet): string | null {
  if (address === '') return text.addressMissing
  const problem = checkAddress(network, address)
  const found = problem === null ? [] : networksOf(address)
  if (found.length === 0 || found.some((one) => one === network)) return problem
  return text.anotherNetwork(oneOf(found.map(networkName)), networkName(network))
}

/** Where to. Looked at as it is typed: said to fit at once, said to be wrong when it is pasted or left. */
export function AddressField({ value, onChange, wallet, used, book, asked, error }: AddressFieldProps) {
  const [left, setLeft] = useState(false)
  const problem = addressProblem(value, wallet)
  const wrong = asked || (left && value !== '') ? problem : null
  const network = networkName(wallet.network)
  const named = book.map(({ address, name }) => ({ address, says: name ?? bookText.unnamed }))
  const others = used
    .filter(({ address }) => !book.some((entry) => isSameAddress(entry, { network: entry.network, address })))
    .map(({ address, at }) => ({ address, says: text.lastUsed(dayOf(at)) }))
  const choose = (address: string) => {
    onChange(address)
    setLeft(true)
  }
  return (
    <div>
      <TextField
        label={text.walletAddress}
        value={value}
        onChange={(event) => onChange(event.target.value.trim())}
        onBlur={() => setLeft(true)}
        onPaste={() => setLeft(true)}
        hint={problem === null ? text.addressFits(network) : text.ownAddress(network)}
        error={wrong ?? error}
        after={problem === null && <Check aria-hidden className="me-4 size-5 self-center text-up" />}
        {...COPIED}
        maxLength={120}
        required
      />
      {value === '' && (
        <>
          <Offered label={bookText.choose} addresses={named} onChoose={choose} />
          <Offered label={text.usedBefore} addresses={others} onChoose={choose} />
        </>
      )}
    </div>
  )
}

type OfferedProps = {
  label: string
  addresses: readonly { address: string; says: string }[]
  onChoose: (address: string) => void
}

/** Addresses that need not be typed. */
function Offered({ label, addresses, onChoose }: OfferedProps) {
  if (addresses.length === 0) return null
  return (
    <ul aria-label={label} className="mt-2 flex flex-col gap-2">
      {addresses.map(({ address, says }) => (
        <li key={address}>
          <button
            type="button"
            onClick={() => onChoose(address)}
            className="pressable flex min-h-11 w-full items-center justify-between gap-3 rounded-control bg-sunken px-4 text-start text-14"
          >
            <Short address={address} />
            <span className="min-w-0 truncate text-13 text-ink-2">{says}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The two ends of an address, which is how people know their own; read out whole. */
function Short({ address }: { address: string }) {
  return (
    <>
      <span aria-hidden className="truncate font-medium">
        {address.slice(0, 6)}…{address.slice(-6)}
      </span>
      <span className="sr-only">{address}</span>
    </>
  )
}
