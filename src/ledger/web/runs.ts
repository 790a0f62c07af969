/** Neighbours of a list that belong together, in the list's own order: each run has at least one. */
export function runsOf<Item>(
  items: readonly Item[],
  together: (item: Item, before: Item) => boolean,
): (readonly [Item, ...Item[]])[] {
  const runs: [Item, ...Item[]][] = []
  for (const item of items) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before !== undefined && together(item, before)) run.push(item)
    else runs.push([item])
  }
  return runs
}
