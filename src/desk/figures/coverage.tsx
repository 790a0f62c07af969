import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { fromWire, toWire, ZERO } from '#money/micro-usd.ts'
import { showUsd, showUsdExact, dollars } from '#money/show.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'
import { accountNames } from '#desk/account-names.ts'
import { FigureLink, OWED } from './figure-link.tsx'
import { sizeOf } from './flow.ts'
import type { PlatformFigures } from '#figures/contract.ts'
import { differenceInCents, fractionsOf } from '#figures/rules.ts'

type CoverageProps = { figures: PlatformFigures; onOpen: (figure: string) => void }
type Part = { key: string; name: string; amount: string; colour: string; shade: number; figure: ReactNode }

const linkClass = 'flex min-h-11 items-center rounded-control font-semibold underline decoration-line-strong lg:min-h-9'
/** How strong the colour of each part is: every one a step paler than the one before. */
const shadeOf = (place: number) => Math.max(0.4, 1 - place * 0.15)

/** What the payment wallets hold over what is owed, on one scale. */
export function Coverage({ figures: { held, owed, coverage }, onOpen }: CoverageProps) {
  const wallets = held.wallets.map(({ id, name, custody }, place): Part => {
    const figure = (
      <Link
        to="/admin-funds"
        search={{ panel: 'postings', of: `custody/${id}` }}
        aria-label={`${name}: ${dollars(custody)}. See its postings`}
        className={linkClass}
      >
        <Money amount={custody} />
      </Link>
    )
    return { key: id, name, amount: custody, colour: 'bg-brand', shade: shadeOf(place), figure }
  })
  const owedTo = OWED.map((kind, place): Part => {
    const figure = <FigureLink amount={owed[kind]} label={accountNames[kind]} onClick={() => onOpen(`owed ${kind}`)} />
    return {
      key: kind,
      name: accountNames[kind],
      amount: owed[kind],
      colour: 'bg-slate',
      shade: shadeOf(place),
      figure,
    }
  })
  const accrued: Part = {
    ...{ key: 'accrued', name: 'Earned, not yet posted', amount: owed.accrued, colour: 'bg-slate', shade: 0.4 },
    figure: <FigureLink amount={owed.accrued} label="Earned and not yet posted" onClick={() => onOpen('due all')} />,
  }
  const suspense: Part = {
    ...{ key: 'suspense', name: 'In suspense', amount: owed.suspense, colour: 'bg-line-strong', shade: 1 },
    figure: (
      <Link to="/admin-funds" aria-label={`In suspense: ${dollars(owed.suspense)}. See for whom`} className={linkClass}>
        <Money amount={owed.suspense} />
      </Link>
    ),
  }
  const owedParts = [...owedTo, accrued, suspense]
  const over = fromWire(coverage.over)
  const nothing = fromWire(held.total) === ZERO && fromWire(owed.total) === ZERO
  const longest = Math.max(sizeOf(held.total), sizeOf(owed.total), 1)
  const gap = 100 * (Math.abs(sizeOf(held.total) - sizeOf(owed.total)) / longest)
  return (
    <Card className="px-5 pt-4 pb-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-22">
          <Money amount={held.total} /> <span className="font-normal text-ink-2">held for</span>{' '}
          <Money amount={owed.total} /> <span className="font-normal text-ink-2">owed</span>
        </h2>
        {!nothing && (
          <p className="text-14 text-ink-2">
            <b className={over < ZERO ? 'text-down' : 'text-gold'}>
              {`${sizeInCents(held.total, owed.total)} ${over < ZERO ? 'short' : 'over'}`}
            </b>
            {coverage.percent !== null && `, covered ${coverage.percent}%`}
          </p>
        )}
      </div>
      {nothing ? (
        <EmptyState>
          Nothing is held and nothing is owed yet. Both appear with the first approved investment.
        </EmptyState>
      ) : (
        <>
          <Legend parts={wallets} label="Held" empty="There is no payment wallet yet." />
          <div aria-hidden className="flex flex-col gap-1 py-1">
            <Bar parts={wallets} longest={longest} gap={over < ZERO ? gap : 0} gapLook="text-down" />
            <Bar parts={owedParts} longest={longest} gap={over > ZERO ? gap : 0} gapLook="text-gold" />
          </div>
          <Legend parts={owedParts} label="Owed" empty="" />
        </>
      )}
    </Card>
  )
}

type BarProps = { parts: readonly Part[]; longest: number; gap: number; gapLook: string }

/** The parts side by side, and hatched what one of the two bars is shorter by. */
function Bar({ parts, longest, gap, gapLook }: BarProps) {
  return (
    <div className="flex h-6 gap-0.5 overflow-clip rounded-control">
      {parts.map(({ key, amount, colour, shade }) => {
        const width = (100 * sizeOf(amount)) / longest
        return width > 0 && <div key={key} className={colour} style={{ width: `${width}%`, opacity: shade }} />
      })}
      {gap > 0 && (
        <div
          className={`hatched rounded-control border ${gapLook}`}
          style={{ width: `${gap}%`, borderColor: 'currentColor' }}
        />
      )}
    </div>
  )
}

/** The difference of two figures as they are shown; where that is nothing although there is one, to the micro-dollar. */
function sizeInCents(one: string, other: string): string {
  const { shown, exact } = differenceInCents(fromWire(one), fromWire(other))
  return shown === ZERO ? showUsdExact(exact) : showUsd(shown)
}

/** Each part by name, with its amount, which opens what is behind it, and last what is left of their cents. */
function Legend({ parts, label, empty }: { parts: readonly Part[]; label: string; empty: string }) {
  if (parts.length === 0) return <p className="py-3 text-14 text-ink-2">{empty}</p>
  const fractions = fractionsOf(parts.map(({ amount }) => fromWire(amount)))
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-5 text-14 max-lg:flex-col">
      {parts.map(({ key, name, colour, shade, figure }) => (
        <li key={key} className="flex items-center gap-2 max-xs:flex-wrap">
          <span aria-hidden className={`size-2.5 rounded-full ${colour}`} style={{ opacity: shade }} />
          <span className="grow text-ink-2 max-xs:basis-2/3">{name}</span>
          <span className="ms-auto">{figure}</span>
        </li>
      ))}
      {fractions !== ZERO && (
        <li className="flex min-h-11 items-center gap-2 lg:min-h-9">
          <span aria-hidden className="size-2.5" />
          <span className="text-ink-2">Fractions of a cent</span>
          <Money amount={toWire(fractions)} className="ms-auto font-semibold" />
        </li>
      )}
    </ul>
  )
}
