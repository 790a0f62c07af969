import { type Attack, inBatches, inputsOf } from '../attack.ts'
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
    const cells = calls.flatMap((described) => KINDS.map((by) => ({ described, by })))
    await inBatches(ground, everybodysIds.name, requests, (n) => {
      // first who may not, of whom there are most: then what was allowed has changed little
      const cell = cells[(n * 7) % cells.length] ?? cells[0]
      if (cell === undefined) throw new Error('the document has no calls')
      return { ...cell, input: inputs(cell.described) }
    })
  },
}
