import { useState } from 'react'
import { ownCoinOf } from '#wallets/coin-rules.ts'
import type { Wallet } from '#wallets/contract.ts'
import { SelectField } from '#ui/select-field.tsx'
import { fieldOf } from '#ui/submission.ts'
import { COPIED, TextField } from '#ui/text-field.tsx'
import { networkName } from './networks.ts'

const DOLLARS_ONLY = 'Payments show dollars alone.'
const PRICED = 'Payments show the amount in it too, while its price is known (MARKET).'
const TOKEN = 'token'

type CoinFieldsProps = {
  /** The network that is chosen, or that the address tells; undefined while it may be of several. */
  network: string | undefined
  opened: Wallet | undefined
  errors: Readonly<Record<string, readonly string[]>>
}

/** Which coin is paid at a wallet: the network's own, a token with its contract, or none. */
export function CoinFields({ network, opened, errors }: CoinFieldsProps) {
  const [wished, choose] = useState(opened && choiceOf(opened))
  const own = network === undefined ? undefined : ownCoinOf(network)
  const choices = [
    { value: '', label: 'Dollars only' },
    ...(own === undefined ? [] : [{ value: own.coin, label: `${own.coin}, the coin of the network` }]),
    ...(own?.tokens ? [{ value: TOKEN, label: 'A token on the network' }] : []),
  ]
  // Where a network carries tokens as well, nobody knows which is meant.
  const likely = opened || own?.tokens ? '' : (own?.coin ?? '')
  const choice = wished !== undefined && choices.some(({ value }) => value === wished) ? wished : likely
  const isToken = choice === TOKEN
  return (
    <>
      <SelectField
        label="Coin"
        name="coin_choice"
        choices={choices}
        value={choice}
        onChange={(event) => choose(event.target.value)}
        hint={choice === '' ? DOLLARS_ONLY : PRICED}
        error={isToken ? undefined : errors['coin']}
      />
      {isToken && network !== undefined && <TokenFields network={network} opened={opened} errors={errors} />}
    </>
  )
}

function TokenFields({ network, opened, errors }: CoinFieldsProps & { network: string }) {
  const token = opened?.coin_contract ? opened : undefined
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField
          label="Token symbol"
          name="coin"
          required
          maxLength={10}
          {...COPIED}
          defaultValue={token?.coin ?? ''}
          error={errors['coin']}
        />
        <TextField
          label="Token decimals"
          name="coin_decimals"
          required
          maxLength={2}
          inputMode="numeric"
          {...COPIED}
          defaultValue={token?.coin_decimals ?? ''}
          error={errors['coin_decimals']}
        />
      </div>
      <TextField
        label="Token contract"
        name="coin_contract"
        required
        maxLength={120}
        {...COPIED}
        defaultValue={token?.coin_contract ?? ''}
        hint={`On ${networkName(network)}. Compare it with the page of whoever issues the token.`}
        error={errors['coin_contract']}
      />
    </>
  )
}

/** The coin out of a submitted form. */
export function coinIn(given: FormData): { coin: string; coin_contract?: string; coin_decimals?: string } {
  const choice = fieldOf(given, 'coin_choice')
  if (choice !== TOKEN) return { coin: choice }
  return {
    coin: fieldOf(given, 'coin').trim(),
    coin_contract: fieldOf(given, 'coin_contract').trim(),
    coin_decimals: fieldOf(given, 'coin_decimals').trim(),
  }
}

function choiceOf(opened: Wallet): string {
  return opened.coin_contract ? TOKEN : (opened.coin ?? '')
}
