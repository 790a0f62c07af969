type AvatarProps = { name: string; picture: string; onLoad?: () => void; className?: string }

/** A person's picture, or their initials where there is none. */
export function Avatar({ name, picture, onLoad, className = 'size-10 text-13' }: AvatarProps) {
  const classes = `shrink-0 rounded-full ${className}`
  if (picture) return <img src={picture} alt="" onLoad={onLoad} className={`object-cover ${classes}`} />
  return (
    <span
      aria-hidden
      data-initials={initialsOf(name)}
      className={`grid place-items-center bg-wash font-semibold text-brand before:content-[attr(data-initials)] ${classes}`}
    />
  )
}

/** Two letters for a name: `amara-okafor` is AO, `amara` is AM. */
export function initialsOf(name: string): string {
  const [first = '', second] = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return (second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2)).toUpperCase()
}
