import { describe, expect, test } from 'vitest'
import { type Found, type FindScreen, hitsOf, recentHits, rememberHit } from './hits.ts'

const screens: FindScreen[] = [
  { to: '/', label: 'Dashboard', short: 'Home', icon: () => null },
  { to: '/admin-withdrawals', label: 'Users Withdrawal', short: 'Withdrawals', icon: () => null },
  { to: '/list-users', label: 'Users List', short: 'Users', icon: () => null },
]
const amy = { id: '01', name: 'amy', email: 'amy@a.example' }
const at = '2026-03-01T12:00:00Z'
const nothing: Found = { status: 'success', people: [], wallets: [], records: [] }

const titles = (typed: string, found?: Found) => hitsOf(typed, screens, found).map(({ title }) => title)

describe('screens', () => {
  test('are found by any word of either name, whatever else is not known yet', () => {
    expect(titles('with')).toEqual(['Users Withdrawal'])
    expect(titles('list us')).toEqual(['Users List'])
    expect(titles('HOME')).toEqual(['Dashboard'])
    expect(titles('ithdrawal')).toEqual([])
  })

  test('are all there while nothing is typed', () => {
    expect(titles(' ')).toHaveLength(3)
  })
})

test('what was found comes kind after kind, each with where it leads, and the list of users last', () => {
  const found: Found = {
    ...nothing,
    people: [{ ...amy, phone: '+491701234567', kyc: 'none', blocked: true }],
    wallets: [{ id: 'w', name: 'Bitcoin', address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', network: 'bitcoin' }],
    records: [
      {
        kind: 'refund',
        id: 'r',
        by: 'address',
        text: 'short',
        amount: '9.00',
        status: 'declined',
        created_at: at,
        user: amy,
      },
      {
        kind: 'investment',
        id: 'i',
        by: 'transaction',
        text: 'f'.repeat(64),
        amount: '500.00',
        status: 'waiting approval',
        created_at: at,
        user: amy,
      },
    ],
  }
  expect(hitsOf('us', screens, found)).toMatchObject([
    { kind: 'screen', title: 'Users Withdrawal', to: '/admin-withdrawals' },
    { kind: 'screen', title: 'Users List', to: '/list-users' },
    { kind: 'person', title: 'amy', detail: 'Blocked, amy@a.example, +491701234567', to: '/view-account/01' },
    {
      ...{ kind: 'investment', title: '$500.00 by amy', to: '/admin-investments' },
      ...{
        detail: expect.stringMatching(/^Waiting approval, .*, transaction ffffff…ffffff$/),
        search: { panel: 'investment', of: 'i' },
      },
    },
    { kind: 'refund', title: '$9.00 back to amy', to: '/admin-investments', search: { panel: 'investment', of: 'r' } },
    { kind: 'wallet', title: 'Bitcoin', detail: 'Bitcoin, bc1qcr…306fyu', to: '/wallets' },
    { kind: 'list', to: '/list-users', search: { q: 'us' } },
  ])
})

test('what was opened last is first, each once, and no more than five of them; screens are not kept', () => {
  const [screen, ...others] = hitsOf('us', screens, {
    ...nothing,
    people: Array.from({ length: 7 }, (_, n) => ({
      ...amy,
      id: `${n}`,
      phone: '',
      kyc: 'none' as const,
      blocked: false,
    })),
  })
  for (const hit of [screen, ...others]) if (hit) rememberHit(hit)
  const people = others.filter(({ kind }) => kind === 'person')
  if (people[4]) rememberHit(people[4])
  expect(recentHits().map(({ key }) => key)).toEqual(['4', 'users', '6', '5', '3'])
})
