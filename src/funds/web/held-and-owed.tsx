import { type ReactNode, Suspense, useState } from 'react'
import type { OpenBooks } from '#funds/books-contract.ts'
import { fromWire } from '#money/micro-usd.ts'
import { dollars, drawnSize } from '#money/show.ts'
import * as text from '#texts/books.ts'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Money } from '#ui/money.tsx'
import { Notice } from '#ui/notice.tsx'
import { CoverageByDay } from './coverage-by-day.tsx'
import { AmountLines, Bar, FigurePart } from './part.tsx'

const WalletSignatures = lazyPart(async () => (await import('./wallet-signatures.tsx')).WalletSignatures)
const KINDS = Object.keys(text.kinds) as (keyof typeof text.kinds)[]

/** Both as lengths on one scale, then what of each is where, or owed for what. */
export function HeldAndOwedPart({ books }: { books: OpenBooks }) {
  const { custody, owed, wallets, owed_for, beyond_free } = books
  const [has, owes] = [drawnSize(fromWire(custody)), drawnSize(fromWire(owed))]
  const most = Math.max(has, owes) || 1
  return (
    <div className="flex flex-col gap-8">
      <div role="img" aria-label={text.bars(dollars(custody), dollars(owed))} className="flex flex-col gap-2">
        <Bar parts={[{ share: (100 * has) / most, colour: 'var(--brand)' }]} />
        <Bar parts={[{ share: (100 * owes) / most, colour: 'var(--slate)' }]} />
      </div>
      {beyond_free.length > 0 && <TakenOut taken={beyond_free} />}
      <Sum title={text.held} amount={custody} colour="var(--brand)">
        <AmountLines lines={wallets.map((wallet) => ({ name: nameOf(wallet, books.as_of), amount: wallet.custody }))} />
        {wallets.some(({ signed }) => signed !== null) && <Signed />}
      </Sum>
      <Sum title={text.owed} amount={owed} colour="var(--slate)">
        <AmountLines lines={KINDS.map((kind) => ({ name: text.kinds[kind], amount: owed_for[kind] }))} />
      </Sum>
      <FigurePart title={text.history}>
        <CoverageByDay />
      </FigurePart>
    </div>
  )
}

/** What the operator has taken out of what is owed or set apart, where it has not come back. */
function TakenOut({ taken }: { taken: OpenBooks['beyond_free'] }) {
  return (
    <Notice tone="warning">
      {taken.map(({ day, amount, missing }, place) => (
        <p key={place}>{text.takenOut(text.dayOf(day), dollars(amount), dollars(missing))}</p>
      ))}
    </Notice>
  )
}

const DAY = 86_400_000

/** A wallet, and how old the proof is that its key has signed. */
function nameOf({ wallet_name, signed }: OpenBooks['wallets'][number], asOf: string): string {
  if (signed === null) return wallet_name
  const age = Math.floor(Date.parse(asOf) / DAY) - Math.floor(Date.parse(signed.day) / DAY)
  return text.signed(wallet_name, age, signed.current)
}

/** What wallets have signed, with what verifies it: fetched when it is asked for. */
function Signed() {
  const [asked, setAsked] = useState(false)
  if (asked) {
    return (
      <Suspense fallback={<div className="mt-3 animate-breathe rounded-tile bg-sunken" style={{ height: 80 }} />}>
        <WalletSignatures />
      </Suspense>
    )
  }
  return (
    <Button variant="secondary" size="medium" className="mt-3 w-full" onClick={() => setAsked(true)}>
      {text.checkSigned}
    </Button>
  )
}

type SumProps = { title: string; amount: string; colour: string; children: ReactNode }

function Sum({ title, amount, colour, children }: SumProps) {
  return (
    <section aria-label={title}>
      <div className="flex items-baseline justify-between gap-3 pb-2">
        <h2 className="flex items-center gap-2 text-17 font-medium">
          <svg aria-hidden width="8" height="8">
            <rect width="8" height="8" rx="2" fill={colour} />
          </svg>
          {title}
        </h2>
        <Money amount={amount} className="font-semibold" />
      </div>
      {children}
    </section>
  )
}
