/** Inputs of a call by its schema: such as people send, and such as nobody should. */
import fc from 'fast-check'
import { OUR_ETHEREUM, SOMEBODYS_BITCOIN, THEIR_BITCOIN } from '../../test/support/addresses.ts'
import { PASSWORD } from '../../test/support/walk.ts'
import type { DescribedCall, Input, Schema } from './calls.ts'
import type { Ids } from './ids.ts'

/** Texts that are harmless to store, and harmful where they are not written down as text. */
export const HOSTILE_TEXTS = [
  ...[
    '<img src=x onerror=planted()>',
    '"><svg/onload=planted()>',
    '</script><script>planted()</script>',
    '{{7*7}}${7*7}',
  ],
  ...[
    "' OR 1=1 --",
    '=HYPERLINK("http://evil.test")',
    '[x](javascript:planted())',
    '%0d%0aX-Injected: 1',
    '-0',
    'null',
  ],
  ...['a\r\nBcc: victim@mail.plumb.test', 'name\u202Egnp.exe', '🙂'.repeat(20), '../../etc/passwd', 'Ångström'],
]
const ORDINARY = ['A welcome', 'For the delay', 'Checked by telephone', 'Nothing has come in', 'Steady work']
const hex = (length: number) =>
  fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length }).map((all) => all.join(''))

/** Fields that are known by their name, whatever the call. */
const KNOWN: [RegExp, fc.Arbitrary<unknown>][] = [
  [/amount|received|^min$|^max$/, fc.constantFrom<unknown>('10', '25.50', '100', '150', '999.99', 20)],
  [/^returns$/, fc.constantFrom('0', '25', '150')],
  [/^withdrawn$|^share$/, fc.constantFrom('0', '20', '40')],
  [/early_roi/, fc.constantFrom('0', '0.1')],
  [/^day$/, fc.constantFrom('2026-01-15', '2026-04-01')],
  [/daily_roi|bonus/, fc.constantFrom<unknown>('0.4', '5', 0.3)],
  [/wallet_name/, fc.constantFrom('Bitcoin', 'Ethereum')],
  [/address$/, fc.constantFrom(THEIR_BITCOIN, SOMEBODYS_BITCOIN, OUR_ETHEREUM)],
  [/network/, fc.constantFrom('bitcoin', 'ethereum')],
  [/durations_copy/, fc.constantFrom('7', '7, 14, 30')],
  [/^duration$/, fc.constantFrom(7, 14, 30)],
  [/password/, fc.constant(PASSWORD)],
  [/email|receiver/, fc.nat(30).map((n) => `guest-${n}@mail.plumb.test`)],
  [/phone$/, fc.nat(99).map((n) => `+1202555${1000 + n}`)],
  [/country/, fc.constantFrom('US', 'DE', 'PL')],
  [/code$/, fc.nat(999_999).map((n) => String(n).padStart(6, '0'))],
  [/txid/, hex(64)],
  // never a place that anything would be sent to
  [/endpoint|url/, fc.constant('https://push.plumb.test/x')],
  [/^(from|to)$/, fc.constantFrom('2026-01-01', '2026-03-31')],
  [/^zone$/, fc.constantFrom('UTC', 'Europe/Berlin', '+05:00')],
  [/^date$/, fc.constantFrom('2026-03-01T12:00:00.000Z', '2026-03-08T12:00:00.000Z')],
  [/^symbol$/, fc.constantFrom('BTC', 'ETH')],
  [/^version$/, fc.nat(4)],
]

/** Something that this schema takes, as far as a schema says so. */
export function plausible(name: string, schema: Schema, ids: Ids): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const isChoice = schema.anyOf?.some((one) => one.const !== undefined || one.enum !== undefined) === true
  if (schema.format === 'uuid') return picked(() => ids.ofField(name))
  const known = isChoice ? undefined : KNOWN.find(([pattern]) => pattern.test(name))
  if (known !== undefined && schema.type !== 'array' && schema.type !== 'object') return known[1]
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => plausible(name, one, ids)))
  const { type, minimum = 0, maximum = 1000 } = schema
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number')
    return fc.integer({ min: minimum, max: Math.max(minimum, Math.min(maximum, 1000)) })
  if (type === 'array') {
    const size = {
      minLength: schema.minItems ?? 0,
      maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3)),
    }
    return fc.array(plausible(name, schema.items ?? {}, ids), size)
  }
  if (type !== 'object') return textFor(schema)
  const fields = Object.entries(schema.properties ?? {}).map(
    ([field, of]) => [field, plausible(field, of, ids)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
}

function textFor({ minLength = 0, maxLength = 200, format }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.constant('2026-03-01T12:00:00.000Z')
  const texts = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ORDINARY) },
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
    { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
  )
  return texts.map((text) => text.slice(0, maxLength).padEnd(minLength, 'x'))
}

/** One of what there is when it is asked for. */
function picked(from: () => readonly string[]): fc.Arbitrary<string> {
  return fc.nat().map((n) => from()[n % Math.max(1, from().length)] ?? '00000000-0000-4000-8000-000000000000')
}

/** What a person who may make a call would send. */
export function plausibleInput(described: DescribedCall, ids: Ids): fc.Arbitrary<Input> {
  const { parameters, body, path } = described
  const of = (place: 'path' | 'query') => parameters.filter((parameter) => parameter.in === place)
  const asText = (arbitrary: fc.Arbitrary<unknown>) => arbitrary.map(String)
  const params = Object.fromEntries(
    of('path').map(({ name, schema }) => {
      if (name === 'tranx_id') return [name, picked(ids.tranxIds)]
      if (name === 'id') return [name, picked(() => ids.ofPath(path))]
      return [name, asText(plausible(name, schema, ids))]
    }),
  )
  const query = Object.fromEntries(of('query').map(({ name, schema }) => [name, asText(plausible(name, schema, ids))]))
  const required = of('query').filter((parameter) => parameter.required)
  return fc.record({
    params: fc.record(params),
    query: fc.oneof(
      { weight: 2, arbitrary: fc.record(query, { requiredKeys: required.map(({ name }) => name) }) },
      {
        weight: 3,
        arbitrary: fc.record(Object.fromEntries(required.map(({ name }) => [name, query[name] ?? fc.constant('')]))),
      },
    ),
    ...(body === undefined ? {} : { body: plausible('body', body, ids) }),
  })
}

const WRONG: readonly unknown[] = [
  ...[null, true, -1, 0, 1e300, 1e-7, '', 'x'.repeat(5000), [], [[]], {}, { $ne: null }, 'a\u0000b', '\ud800', '９'],
  ...['-1', '1e3', 'NaN', '0x10', '9'.repeat(40), '2026-02-30', '00000000-0000-0000-0000-000000000000', ['1'], '%00'],
]

/** The same with something wrong in it: a field of another kind, one too few, one too many, or no object at all. */
export function brokenInput(described: DescribedCall, ids: Ids): fc.Arbitrary<Input> {
  const fields = Object.keys(described.body?.properties ?? {})
  const wrong = fc.constantFrom(...WRONG)
  return fc
    .tuple(
      plausibleInput(described, ids),
      wrong,
      fc.nat(),
      fc.nat(4),
      fc.constantFrom('extra', 'user_id', 'roles', 'status'),
    )
    .map(([input, value, at, how, extra]) => {
      const body = { ...(input.body as Record<string, unknown>) }
      const field = fields[at % Math.max(1, fields.length)]
      const [param] = Object.keys(input.params)
      if (how === 0 && param !== undefined)
        return { ...input, params: { ...input.params, [param]: String(value).slice(0, 250) } }
      if (how === 1) return { ...input, query: { ...input.query, [extra]: String(value).slice(0, 500) } }
      if (described.body === undefined) return { ...input, body: { [extra]: value } }
      if (how === 2 || field === undefined) return { ...input, body: { ...body, [extra]: value } }
      if (how === 3) {
        const { [field]: _, ...rest } = body
        return { ...input, body: rest }
      }
      return { ...input, body: { ...body, [field]: value } }
    })
}
