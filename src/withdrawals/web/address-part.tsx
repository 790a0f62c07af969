import type { ComponentProps } from 'react'
import type { SavedAddress } from '#addresses/contract.ts'
import { LONGEST_ADDRESS_NAME, readAddressName } from '#addresses/rules.ts'
import * as text from '#texts/address-book.ts'
import type { CallError } from '#ui/client.ts'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { isSameAddress } from '#wallets/rules.ts'
import { AddressField, addressProblem } from './address-field.tsx'

type AddressPartProps = Omit<ComponentProps<typeof AddressField>, 'error'> & {
  errors: CallError['errors']
  name: string
  onName: (name: string) => void
  /** For which a withdrawal to a new address is held; 0 where it is not. */
  holdHours: number
}

/** Whether an address is none of those that are saved on its network. */
export function isNewAddress(book: readonly SavedAddress[], address: string): boolean {
  return !book.some((entry) => isSameAddress(entry, { network: entry.network, address }))
}

/** Where to; of a new address what it is to be called, and what it means that it is new. */
export function AddressPart({ errors, name, onName, holdHours, ...field }: AddressPartProps) {
  const isNew = isNewAddress(field.book, field.value) && addressProblem(field.value, field.wallet) === null
  return (
    <>
      <AddressField {...field} error={errors['wallet_address']} />
      {isNew && (
        <TextField
          label={text.nameOptional}
          value={name}
          onChange={(event) => onName(event.target.value)}
          autoComplete="off"
          maxLength={LONGEST_ADDRESS_NAME}
          hint={text.nameHint}
          check={nameProblem}
          error={errors['address_name']}
        />
      )}
      {isNew && holdHours > 0 && <Notice>{text.newIsHeld(holdHours)}</Notice>}
    </>
  )
}

/** What is wrong with the name of an address; null if nothing is. */
export function nameProblem(typed: string): string | null {
  const read = readAddressName(typed)
  return 'problem' in read ? read.problem : null
}
