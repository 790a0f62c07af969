import * as text from '#texts/invest-form.ts'
import { Choices } from '#ui/choices.tsx'
import { Seal } from '#ui/rosette.tsx'
import type { Wallet } from '#wallets/contract.ts'
import { networkName } from '#wallets/web/networks.ts'

type WalletChoicesProps = {
  wallets: readonly Wallet[]
  chosen: string
  onChoose: (id: string) => void
  error: readonly string[] | undefined
}

/** Where to pay to: each wallet with the seal of its network. */
export function WalletChoices({ wallets, ...rest }: WalletChoicesProps) {
  return (
    <Choices
      variant="tiles"
      label={text.wallet}
      required
      choices={wallets.map(({ id, wallet_name, network }) => ({
        value: id,
        label: wallet_name,
        lead: (
          <Seal
            id={network}
            initials={network.slice(0, 1).toUpperCase()}
            className="mb-1 size-8 text-15 [--brand:var(--gold)]"
          />
        ),
        detail: networkName(network),
      }))}
      {...rest}
    />
  )
}
