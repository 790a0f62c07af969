/** Holds the place of what is coming, in exactly its final size (given by the class). */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden data-coming className={`animate-breathe rounded-control bg-sunken ${className}`} />
}
