import { BigMoney } from '#ui/big-money.tsx'

type StoryHeadProps = { amount: string; note: string; decimals?: 2 | 5; /** Nothing hangs from it. */ bare?: boolean }

/** The number that a story is about; its line hangs from it. */
export function StoryHead({ amount, note, decimals = 2, bare = false }: StoryHeadProps) {
  return (
    <div>
      <BigMoney amount={amount} decimals={decimals} className="-mt-2" />
      <p className="text-13 text-ink-2">{note}</p>
      {!bare && <span aria-hidden className="mt-1 ms-1.5 block h-4 w-0 border-s-2 border-brand" />}
    </div>
  )
}
