import { allowedFor, type Attack, inBatches, inputsOf, seeded } from '../attack.ts'
import { brokenInput, plausibleInput } from '../plausible.ts'
import { KINDS } from '../people.ts'

/** Of ten requests so many are such as people send, and so many are made by somebody who may. */
const PLAUSIBLE = 7
const ALLOWED = 8

/** Requests by the OpenAPI document: every call, with what its schema takes and with what it does not, by whoever may and by anybody. */
export const properties: Attack = {
  name: 'properties',
  what: 'requests from the OpenAPI document, plausible and broken',
  share: 0.42,
  async run(ground, requests) {
    const plausible = inputsOf(plausibleInput, ground)
    const broken = inputsOf(brokenInput, ground)
    // a stream is opened elsewhere: each takes the place of an older one
    const calls = ground.calls.filter(({ call, upload }) => call.raw !== 'event-stream' && !upload)
    await inBatches(ground, properties.name, requests, (n) => {
      const chance = Math.abs(seeded(ground.seed, properties.name, n))
      const described = calls[n % calls.length] ?? calls[0]
      if (described === undefined) throw new Error('the document has no calls')
      const input = chance % 10 < PLAUSIBLE ? plausible(described) : broken(described)
      const isAllowed = Math.floor(chance / 10) % 10 < ALLOWED
      const by = isAllowed
        ? allowedFor(described, Math.floor(n / calls.length))
        : (KINDS[Math.floor(chance / 100) % KINDS.length] ?? 'visitor')
      return {
        by,
        described,
        input,
        ...(chance % 3 === 0 && described.method === 'POST'
          ? { headers: { 'idempotency-key': `key-${chance % 50}` } }
          : {}),
      }
    })
  },
}
