import { allowedFor, type Attack, inBatches, inputsOf } from '../attack.ts'
import { isValid } from '../calls.ts'
import { plausibleInput } from '../plausible.ts'

/** What a row has and no call takes. Names that a call does take are left out where it takes them. */
const EXTRA = Object.entries({
  ...{ id: '00000000-0000-4000-8000-000000000001', user_id: 'x', status: 'approved', roles: ['owner'], role: 'owner' },
  ...{ is_admin: true, kyc: 'approved', balance: '1000000', account_balance: '9', earned_posted: 1, source: 'bonus' },
  ...{ created_at: '2020-01-01T00:00:00Z', password_hash: 'x', inviter_id: 'x', version: 0, actor_id: 'x' },
  ...{
    stepped_up_at: '2099-01-01T00:00:00Z',
    typed_amount: '1',
    available: true,
    approved_by: 'x',
    decided_alone: true,
  },
  ...{ constructor: {}, toString: 'x' },
})

/** Right requests by who may make them, each with a field too many: refused, whatever else is right. */
export const massAssignment: Attack = {
  name: 'mass assignment',
  what: 'extra fields in every body and query',
  share: 0.07,
  async run(ground, requests) {
    const inputs = inputsOf(plausibleInput, ground)
    const calls = ground.calls.filter(({ call, upload }) => call.raw !== 'event-stream' && !upload)
    await inBatches(ground, massAssignment.name, requests, (n) => {
      const described = calls[n % calls.length]
      if (described === undefined) throw new Error('the document has no calls')
      const round = Math.floor(n / calls.length)
      const [name, value] = EXTRA[round % EXTRA.length] ?? ['id', 1]
      const right = inputs(described)
      const inBody = described.method === 'POST' && round % 4 !== 3
      const input = inBody
        ? { ...right, body: { ...(right.body as object), [name]: value } }
        : { ...right, query: { ...right.query, [name]: JSON.stringify(value) } }
      const refused =
        isValid(described, input) && isTaken(described, name)
          ? undefined
          : `the field ${name} was taken, which the call does not have`
      return { by: allowedFor(described, n), described, input, ...(refused === undefined ? {} : { refused }) }
    })
  },
}

function isTaken(
  { body, parameters }: { body: { properties?: object } | undefined; parameters: readonly { name: string }[] },
  name: string,
): boolean {
  return Object.hasOwn(body?.properties ?? {}, name) || parameters.some((parameter) => parameter.name === name)
}
