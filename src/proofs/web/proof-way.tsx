import type { OwnBundle } from '#proofs/contract.ts'
import { microUsd } from '#money/micro-usd.ts'
import { showUsdExact } from '#money/show.ts'
import * as text from '#texts/proof.ts'
import { Card } from '#ui/card.tsx'

/** What each of two parts has come to at each level, from its leaf to the total; drawn, and as figures. */
export function ProofWay({ bundle }: { bundle: OwnBundle }) {
  return (
    <Card className="p-5">
      <h2 className="text-17">{text.way}</h2>
      <p className="mt-1 text-14 text-ink-2">{text.wayLine}</p>
      {bundle.parts.map((part, which) => (
        <Way key={part.leaf} title={text.part(which + 1)} sums={sumsOf(part)} />
      ))}
    </Card>
  )
}

/** A bar for each level, as long as the number of digits of its sum: a part is small beside the total. */
function Way({ title, sums }: { title: string; sums: readonly bigint[] }) {
  const longest = Math.log1p(Number(sums.at(-1)))
  return (
    <details className="mt-3 border-t border-line text-14">
      <summary className="cursor-pointer py-3 font-semibold">{title}</summary>
      <ol className="mt-1 flex flex-col gap-2">
        {sums.map((sum, level) => (
          <li key={level}>
            <span className="flex justify-between gap-3">
              <span className="text-ink-2">{level === 0 ? text.leaf : `${text.level} ${level}`}</span>
              <span className="font-semibold">{showUsdExact(microUsd(sum))}</span>
            </span>
            <span aria-hidden className="mt-1 block rounded-full bg-sunken" style={{ height: 4 }}>
              <span
                className="block rounded-full"
                style={{ height: 4, width: `${shareOf(sum, longest)}%`, background: 'var(--brand)' }}
              />
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

const shareOf = (sum: bigint, longest: number) => (longest > 0 ? (100 * Math.log1p(Number(sum))) / longest : 0)

function sumsOf({ amount, path }: OwnBundle['parts'][number]): bigint[] {
  const sums = [BigInt(amount)]
  for (const [, beside] of path) sums.push((sums.at(-1) as bigint) + BigInt(beside))
  return sums
}
