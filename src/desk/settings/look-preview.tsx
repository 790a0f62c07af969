import type { Logo } from '#settings/contract.ts'
import { saysTheName } from '#settings/look-rules.ts'
import { PlumbMark } from '#ui/mark.tsx'
import { GROUNDS, INKS, type Palette, paperOf, type Scheme } from '#settings/palette-rules.ts'

type LookPreviewProps = { palette: Palette; logo: Logo | null; name: string }

/** What changes with the look, in both themes at once: the heads, the balance card, a button, a link, the open page of a menu. */
export function LookPreview(props: LookPreviewProps) {
  return (
    <div role="region" aria-label="Preview" className="grid grid-cols-2 gap-2">
      <Sample {...props} theme="light" title="Light" />
      <Sample {...props} theme="dark" title="Dark" />
    </div>
  )
}

function Sample({ palette, logo, name, theme, title }: LookPreviewProps & { theme: Scheme; title: string }) {
  const shades = { ...GROUNDS[theme], ...INKS[theme], ...palette[theme] }
  const named = Object.fromEntries(Object.entries(shades).map(([shade, hex]) => [`--${shade}`, hex]))
  const paper: Record<string, string> = { background: paperOf(palette.paper), '--brand': palette.tint }
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-tile border border-line bg-bg p-2 text-ink" style={named}>
      <p className="text-12 text-ink-2">{title}</p>
      <div className="paper-verdigris rounded-tile p-3" style={paper}>
        <Name logo={logo} name={name} />
        <p className="mt-4 text-12 text-white/80">Earnings Wallet</p>
        <p className="text-17 font-semibold">• • • • •</p>
        <span className="text-13 font-semibold text-brand">Why this number?</span>
      </div>
      <span className="grid min-h-11 place-items-center rounded-control bg-brand px-2 text-14 font-semibold text-on-brand">
        Invest
      </span>
      <span className="rounded-control bg-wash px-3 py-2 text-13 font-medium text-brand">Home</span>
      <p className="px-1 pb-1 text-13 text-ink-2">
        See the <span className="font-semibold text-brand">Terms</span>
      </p>
    </div>
  )
}

/** As it stands at the head of visitors' pages; the mark is drawn here, since this page may have a logo already. */
function Name({ logo, name }: { logo: Logo | null; name: string }) {
  const alone = logo !== null && saysTheName(logo)
  return (
    <p className="flex min-h-9 items-center gap-2 text-14 font-medium">
      {logo ? (
        <img
          src={`/logo/${logo.hash}.png`}
          alt={alone ? name : ''}
          className="max-h-9 max-w-full rounded-[0.4375rem]"
        />
      ) : (
        <PlumbMark className="size-7 shrink-0" />
      )}
      {!alone && <span className="min-w-0 truncate">{name}</span>}
    </p>
  )
}
