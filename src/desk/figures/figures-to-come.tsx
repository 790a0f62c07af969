import { Skeleton } from '#ui/skeleton.tsx'

/** The place of the three cards until they are there. */
export function FiguresToCome() {
  return (
    <>
      <Skeleton className="h-72 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </>
  )
}
