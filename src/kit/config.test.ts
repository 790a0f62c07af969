import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSettings } from './config.ts'

describe('the address that people use', () => {
  test.each([
    undefined,
    'https://plumb.example',
    'http://localhost:3000',
    'http://plumb.localhost',
    'http://127.0.0.1:3000',
    'http://127.1',
    'http://[::1]:3000/',
  ])('may be %s in production', (appUrl) => {
    expect(readSettings({ NODE_ENV: 'production', APP_URL: appUrl }).production).toBe(true)
  })

  test.each([
    ...['http://plumb.example', 'http://192.168.1.5:3000', 'http://localhost.example', 'http://127.0.0.1.example'],
    ...['http://localhost@plumb.example', 'http://10.0.0.1', 'http://[::ffff:10.0.0.1]'],
  ])('is not %s in production, where sessions and passwords could be read on the way', (appUrl) => {
    const read = (env: Record<string, string>) => () => readSettings({ APP_URL: appUrl, ...env })
    expect(read({ NODE_ENV: 'production' })).toThrow(
      `APP_URL is "${appUrl}": in production it begins with https://, unless it is this machine's own.`,
    )
    expect(read({})).not.toThrow()
  })
})

describe('what goes over a network', () => {
  const production = { NODE_ENV: 'production', APP_URL: 'https://plumb.example' }
  const leads: Record<string, string>[] = [
    { DATABASE_URL: 'postgres://plumb:secret@db.internal/plumb' },
    { DATABASE_URL: 'postgres://plumb:secret@db.internal/plumb?sslmode=require' },
    { DATABASE_URL: 'postgres://127.0.0.1/plumb?host=db.internal' },
    { DATABASE_URL: 'postgres://plumb:secret@/plumb?host=db.internal' },
    { DATABASE_URL: 'pg://plumb:secret@db.internal/plumb' },
    { DATABASE_URL: 'postgres://db.internal/plumb?sslmode=verify-full&sslmode=disable' },
    { SMTP_URL: 'smtp://plumb:secret@mail.example?requireTLS=false' },
    { DATABASE_URL: 'postgres:///plumb?host=/run', DATABASE_APP_URL: 'postgresql://app:secret@10.0.0.5:5432/plumb' },
    { SMS_URL: 'http://plumb:secret@gateway.example/send' },
    { MARKET_SOURCES: 'kraken=http://prices.internal,coinbase' },
  ]
  test.each(leads)('in production it is not spoken to in the clear: %j', (env) => {
    const name = Object.keys(env).at(-1)
    const read = () => readSettings({ ...production, ...env })
    expect(read).toThrow(new RegExp(`^${name} leads over a network without TLS: .*, or set OUTGOING_TLS=optional\\.$`))
    expect(read).not.toThrow(/secret/)
    expect(readSettings({ ...production, ...env, OUTGOING_TLS: 'optional' }).outgoingTls).toBe('optional')
    expect(readSettings(env).outgoingTls).toBe('optional')
  })
  test.each<Record<string, string>>([
    { DATABASE_URL: 'postgres://plumb:secret@db.internal/plumb?sslmode=verify-full' },
    { DATABASE_URL: 'postgres://localhost/plumb' },
    { DATABASE_URL: 'postgres://%2Fvar%2Frun%2Fpostgresql/plumb' },
    { DATABASE_URL: 'postgres:///plumb?host=/var/run/postgresql' },
    { SMTP_URL: 'smtp://mail.example', SMS_URL: 'twilio://sid:token@+15550100' },
    { SMS_URL: 'http://127.0.0.1:8080/send', MARKET_SOURCES: 'kraken=http://localhost:9,coinbase' },
  ])('what is encrypted, begins to be or stays on this machine is taken: %j', (env) => {
    expect(readSettings({ ...production, ...env }).outgoingTls).toBe('required')
  })
})

test('administrators need a second factor in production, and elsewhere where it is said', () => {
  const read = (env: Record<string, string>) => readSettings(env).adminSecondFactor
  expect([read({}), read({ NODE_ENV: 'production' })]).toEqual(['optional', 'required'])
  expect(read({ ADMIN_SECOND_FACTOR: 'required' })).toBe('required')
  expect(read({ NODE_ENV: 'production', ADMIN_SECOND_FACTOR: 'optional' })).toBe('optional')
  expect(() => read({ ADMIN_SECOND_FACTOR: 'yes' })).toThrow(
    'ADMIN_SECOND_FACTOR is "yes": it may be required or optional.',
  )
})

test('investors choose whether they have a second factor, unless it is said that everybody needs one', () => {
  const read = (env: Record<string, string>) => readSettings(env).investorSecondFactor
  expect([read({}), read({ NODE_ENV: 'production' })]).toEqual(['optional', 'optional'])
  expect(read({ INVESTOR_SECOND_FACTOR: 'required' })).toBe('required')
  expect(() => read({ INVESTOR_SECOND_FACTOR: 'on' })).toThrow(
    'INVESTOR_SECOND_FACTOR is "on": it may be required or optional.',
  )
})

test.each(['https://help.plumb.test/a?b=c', 'mailto:help@plumb.test', 'http://localhost:3000/help', undefined])(
  'support may lead to %s',
  (place) => {
    expect(readSettings({ SUPPORT_URL: place }).supportUrl).toBe(place)
  },
)

test.each(['javascript:alert(1)', 'data:text/html,<script>', 'http://help.plumb.test', '//help.plumb.test', 'help'])(
  'the start is refused where support would lead to %s',
  (place) => {
    expect(() => readSettings({ SUPPORT_URL: place })).toThrow(
      `SUPPORT_URL is "${place}": it may be an address such as https://help.example.com or mailto:help@example.com.`,
    )
  },
)

describe('the environment that the desk shows', () => {
  test('is all that the README names and the app reads', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
    const table = readme.slice(readme.indexOf('## Configuration'), readme.indexOf('`GET /healthz`'))
    const named = [...table.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`([A-Z_]+)`/g)])
    const asked = new Set<string>()
    const { environment } = readSettings(
      new Proxy<Record<string, string>>({}, { get: (_, name) => void asked.add(String(name)) }),
    )
    const shown = environment.map(({ name }) => name).toSorted()
    // made for the demo alone, which reads it itself
    const expected = named.map(([, name = '']) => name).filter((name) => name !== 'DEMO_DATABASE_URL')
    expect(shown).toEqual(expected.toSorted())
    expect(shown).toEqual([...asked].toSorted())
  })

  test('says of a secret, and of what may hold one, only whether it is set', () => {
    const given = {
      ...{ DATABASE_URL: 'postgres://plumb:secret@db/plumb', DATABASE_APP_URL: 'postgres://login:secret@db/plumb' },
      ...{
        CODE_PEPPER: 'secret'.repeat(8),
        SMTP_URL: 'smtps://plumb:secret@mail',
        SMS_URL: 'twilio://plumb:secret@+1',
      },
      ...{ OWNER_EMAIL: 'secret@plumb.test', OWNER_PASSWORD: 'secret', OWNER_NAME: 'secret' },
      ...{ DATA_DIR: '/secret', MARKET_SOURCES: 'kraken=https://secret.test,coinbase' },
    }
    const { environment } = readSettings({ ...given, KYC: 'off' })
    const variable = (of: string) => environment.find(({ name }) => name === of)
    for (const name of Object.keys(given)) expect(variable(name)).toEqual({ name, set: true, value: null })
    expect(JSON.stringify(environment)).not.toContain('secret')
    expect([variable('KYC'), variable('PAYMENT_HOURS'), variable('SUPPORT_URL')]).toEqual([
      { name: 'KYC', set: true, value: 'off' },
      { name: 'PAYMENT_HOURS', set: false, value: '24' },
      { name: 'SUPPORT_URL', set: false, value: '' },
    ])
  })
})
