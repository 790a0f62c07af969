/** A key as it looks. */
export function Key({ name }: { name: string }) {
  return (
    <kbd className="inline-grid min-w-6 place-items-center whitespace-nowrap rounded-control border border-line-strong px-1.5 text-12">
      {name}
    </kbd>
  )
}
