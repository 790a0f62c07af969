import { type Attack, inBatches, inputsOf, shuffled } from '../attack.ts'
import { mayMake } from '../calls.ts'
import { KINDS } from '../people.ts'
import { plausibleInput } from '../plausible.ts'

/** Every call by every kind of person, with ids of everybody: what is not theirs is neither answered nor changed. */
export const everybodysIds: Attack = {
  name: 'everybody’s ids',
  what: 'every call as every kind of person, with everybody’s ids',
  share: 0.25,
  async run(ground, requests) {
    const inputs = inputsOf(plausibleInput, ground)
    const calls = ground.calls.filter(({ upload }) => !upload)
    const all = calls.flatMap((described) => KINDS.map((by) => ({ described, by })))
    const may = Map.groupBy(shuffled(all, ground.seed), ({ described, by }) => mayMake(described, ground.people[by]))
    // first who may not: then what was allowed has changed little
    const cells = [...(may.get(false) ?? []), ...(may.get(true) ?? [])]
    await inBatches(ground, everybodysIds.name, requests, (n) => {
      const cell = cells[n % cells.length]
      if (cell === undefined) throw new Error('the document has no calls')
      return { ...cell, input: inputs(cell.described) }
    })
  },
}
