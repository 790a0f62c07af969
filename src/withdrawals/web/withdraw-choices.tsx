import * as text from '#texts/withdraw-form.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { Choices } from '#ui/choices.tsx'
import { Seal } from '#ui/rosette.tsx'
import type { FieldProps } from '#ui/text-field.tsx'
import type { Wallet } from '#wallets/contract.ts'
import { networkName, networkSymbol } from '#wallets/web/networks.ts'

export type WithdrawalSource = 'investment' | 'referral'
export const names: Record<WithdrawalSource, string> = {
  investment: text.earningsWallet,
  referral: text.referralWallet,
}

type Choosing<Value> = { onChoose: (value: Value) => void; error: FieldProps['error'] }

/** The balances that a withdrawal may come from, with what each has. */
export function SourceChoices({
  available,
  chosen,
  onChoose,
  error,
}: Choosing<WithdrawalSource> & { available: (of: WithdrawalSource) => MicroUsd; chosen: WithdrawalSource }) {
  return (
    <Choices
      variant="tiles"
      label={text.source}
      choices={(['investment', 'referral'] as const).map((value) => {
        const detail = <span className="text-12 whitespace-nowrap">{showUsd(available(value))}</span>
        return { value, label: names[value], detail }
      })}
      chosen={chosen}
      onChoose={(value) => onChoose(value === 'referral' ? 'referral' : 'investment')}
      error={error}
    />
  )
}

/** The available payment methods, each with its network. */
export function MethodChoices({
  wallets,
  chosen,
  onChoose,
  error,
}: Choosing<string> & { wallets: readonly Wallet[]; chosen: string }) {
  return (
    <Choices
      variant="tiles"
      label={text.paymentMethod}
      choices={wallets.map(({ wallet_name, network }) => ({
        value: wallet_name,
        label: <span className="wrap-anywhere">{wallet_name}</span>,
        lead: (
          <Seal id={network} initials={networkSymbol(network)} className="mb-1 size-9 text-14 [--brand:var(--gold)]" />
        ),
        detail: networkName(network),
      }))}
      chosen={chosen}
      onChoose={onChoose}
      error={error}
    />
  )
}
