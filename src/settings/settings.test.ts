import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '#kit/clock.ts'
import type { AuditLine } from '#audit/contract.ts'
import { OUR_BITCOIN } from '../../test/support/addresses.ts'
import { OWNER, startTestApp, type TestApp } from '../../test/support/app.ts'
import { NETWORKS } from '#wallets/contract.ts'
import { unfolded } from '../../test/support/read-mail.ts'
import { giveRoles, mustBoth } from '../../test/support/roles.ts'
import type { Visitor } from '../../test/support/visitor.ts'
import { defaultSupport } from './default-support.ts'
import { EXPLORER_NAMES, EXPLORERS } from './explorer-rules.ts'
import { linkTo, readValue } from './rules.ts'
import { TERMS_VERSION } from './version-rules.ts'
import type { SettingName } from './contract.ts'

describe('a value', () => {
  const problems = (name: SettingName, values: string[]) =>
    values.filter((value) => !('problem' in readValue(name, value)))
  test('is refused where the setting cannot be so', () => {
    expect(problems('kyc', ['', 'INVEST', 'never', 'invest,off'])).toEqual([])
    expect(problems('payment_hours', ['', '0', '-3', '1.5', '8761', '1e3', '24h', '０１'])).toEqual([])
    expect(problems('approval_days', ['', '0', '-3', '1.5', '91', '100', '7d', '07'])).toEqual([])
    expect(problems('sms_daily_budget', ['', '0', '-3', '1.5', '100001', '1e3', '1,000', '07'])).toEqual([])
    for (const limit of ['second_approval_limit', 'daily_alone_limit'] as const) {
      expect(problems(limit, ['', '0', '-1', '1.234', 'NaN', '1e5', '1,000'])).toEqual([])
    }
    expect(problems('terms_confirmed', ['', '0', '1', '3', 'yes'])).toEqual([])
    expect(problems('platform_name', ['', '<b>Plumb</b>', 'a\nBcc: x@plumb.test', 'x'.repeat(61), '"Plumb"'])).toEqual(
      [],
    )
  })

  test('of the support address leads to a page or a mail, and nowhere else', () => {
    const wrong = [
      ...[
        '',
        'javascript:alert(1)',
        'JaVaScRiPt:alert(1)',
        'java\tscript:alert(1)',
        'data:text/html,<script>',
        '//x.test',
      ],
      ...[
        'https://name:secret@help.plumb.test/',
        'https://help.plumb.test/a b',
        'ftp://help.plumb.test',
        'file:///etc',
      ],
      ...['https://help.plumb.test/"><script>', 'https://help.plumb.test\r\nset-cookie: a=b', 'help.plumb.test'],
      ...[
        'http://help.plumb.test/',
        'HTTP://help.plumb.test/',
        'http://localhost.plumb.test/',
        'http://127.0.0.1.plumb.test',
      ],
      ...['https://help.plumb.test\\@other.test', 'mailto:', 'mailto:a@b', 'mailto:a@plumb.test?bcc=b@plumb.test'],
      `https://help.plumb.test/${'x'.repeat(500)}`,
    ]
    expect(problems('support_url', wrong)).toEqual([])
    for (const value of ['https://help.plumb.test/a?b=c#d', 'http://localhost:3000', 'mailto:help@plumb.test']) {
      expect(readValue('support_url', value)).toEqual({ value })
    }
  })

  test('of an explorer leads to a page with https that has the transaction in it once, or nowhere', () => {
    const wrong = [
      ...['http://explorer.test/{tx}', 'javascript:alert("{tx}")', '//explorer.test/{tx}', 'explorer.test/{tx}'],
      ...['https://explorer.test/', 'https://explorer.test/{tx}/{tx}', 'https://explorer.test/{TX}', '{tx}'],
      ...['https://{tx}.explorer.test/', 'https://explorer.test{tx}', 'https://explorer.test:{tx}/', 'https://a/{tx}'],
      ...['https://name:secret@explorer.test/{tx}', 'https://explorer.test@other.test/{tx}'],
      ...['https://explorer.test/a b/{tx}', 'https://explorer.test/"><script>{tx}', 'https://explorer.test\\{tx}'],
      ...[
        'https://explorer.test/\u200b{tx}',
        'https://ëxplorer.test/{tx}',
        `https://explorer.test/${'x'.repeat(300)}{tx}`,
      ],
    ]
    expect(problems('explorer_bitcoin', wrong)).toEqual([])
    const right = [
      '',
      'https://explorer.test/tx/{tx}',
      'https://a.explorer.test:8443/?tx={tx}&a=b#c',
      'https://t.io/#/{tx}',
    ]
    for (const value of right) expect(readValue('explorer_bitcoin', value)).toEqual({ value })
    for (const name of EXPLORER_NAMES) {
      const { template, network } = EXPLORERS[name]
      expect(readValue(name, template)).toEqual({ value: template })
      expect(NETWORKS).toContain(network)
    }
    expect(EXPLORER_NAMES).toHaveLength(NETWORKS.length)
  })

  test('of an explorer makes a link of an id, whatever stands in it; none where there is no explorer', () => {
    expect(linkTo('https://t.io/{tx}?a=b', 'a&b/../$&')).toBe('https://t.io/a%26b%2F..%2F%24%26?a=b')
    expect([linkTo('', 'ab'), linkTo(null, 'ab')]).toEqual([null, null])
  })

  test('is kept in one form', () => {
    expect(readValue('second_approval_limit', ' 250 ')).toEqual({ value: '250.00' })
    expect(readValue('platform_name', 'Müller & Söhne (Zürich)')).toEqual({ value: 'Müller & Söhne (Zürich)' })
  })
})

describe('the owner’s settings', () => {
  let house: TestApp
  let owner: Visitor
  let reviewer: Visitor
  let investor: Visitor

  beforeAll(async () => {
    house = await startTestApp({ env: { SUPPORT_URL: 'https://help.plumb.test', SMTP_URL: '' } })
    owner = await house.owner()
    await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
    const plan = { name: 'Steady', min_amount: '100', max_amount: '5000', durations_copy: '14', ref_bonus: '5' }
    await owner.must('/api/create-plan', { ...plan, description: '', daily_roi: '0.4' })
    ;[reviewer, investor] = [house.visitor(), house.visitor()]
    await reviewer.join('rita')
    await giveRoles(owner, reviewer, ['reviewer'])
    await investor.join('amy')
  })
  afterAll(() => house.close())

  const settings = async (who = owner) => {
    const { items } = (await who.get('/api/admin/settings')).body
    // oxlint-disable-next-line typescript/no-explicit-any -- looked at field by field
    return Object.fromEntries(items.map((item: any) => [item.name, item]))
  }
  /** What the newest mail to the owner with this subject says. */
  const letter = async (subject: string) =>
    unfolded(await owner.newestMessage('.eml', owner.email, new RegExp(`^Subject: ${subject}`, 'm')))
  const set = (name: string, value: unknown, reason: unknown = 'The board wants it') =>
    owner.post(`/api/update-setting/${name}`, { value, reason })

  test('stand with their defaults until one is changed, and go back to them', async () => {
    expect((await settings(reviewer))['payment_hours']).toMatchObject({
      value: '24',
      default: '24',
      changed: false,
      history: [],
    })
    expect((await set('payment_hours', ' 48 ')).status).toBe(200)
    expect((await settings())['payment_hours']).toMatchObject({ value: '48', default: '24', changed: true })
    expect((await set('payment_hours', null, 'A day is enough')).body.message).toBe('Back to the default.')
    expect((await settings())['payment_hours']).toMatchObject({
      value: '24',
      changed: false,
      history: [
        { by: { name: 'first-owner' }, before: '48', after: null, reason: 'A day is enough' },
        { by: { name: 'first-owner' }, before: null, after: '48', reason: 'The board wants it' },
      ],
    })
  })

  test('count at once, in every process', async () => {
    const { plans, wallets } = (await investor.get('/api/histories')).body
    const invest = () =>
      investor.post('/api/save-investment', {
        plan_id: plans[0].id,
        wallet_id: wallets[0].id,
        amount: '500',
        duration: 14,
      })
    expect((await invest()).status).toBe(403)
    const other = await house.second()
    try {
      const there = owner.at(other.visitor().url)
      await mustBoth(there, reviewer, '/api/update-setting/kyc', { value: 'off', reason: 'A test house' })
      expect((await investor.get('/api/kyc')).body.needed_for).toBe('off')
      expect((await set('payment_hours', '2')).status).toBe(200)
      expect((await invest()).status).toBe(200)
      const [saved] = (await investor.get('/api/histories')).body.investments
      expect(Date.parse(saved.expires_at) - Date.parse(saved.created_at)).toBe(2 * 3_600_000)
      await mustBoth(there, reviewer, '/api/update-setting/kyc', { value: null, reason: 'As before' })
      expect((await invest()).status).toBe(403)
    } finally {
      await other.stop()
    }
  })

  test.each([
    ['Plumb <help@plumb.test>', 'mailto:help@plumb.test'],
    ['reply@plumb.test', 'mailto:reply@plumb.test'],
    ['noreply-team@plumb.test', null],
    ['Plumb <no-reply@plumb.test>', null],
    ['NoReply@plumb.test', null],
    ['no_reply+plumb@plumb.test', null],
    ['do-not-reply@plumb.test', null],
  ])('support is a mail to the sender where somebody reads it: %s', (mailFrom, place) => {
    expect(defaultSupport({ supportUrl: undefined, mailFrom })).toBe(place)
    expect(defaultSupport({ supportUrl: 'https://help.plumb.test', mailFrom })).toBe('https://help.plumb.test')
  })

  test('lead support to another address at once', async () => {
    const support = async () => (await house.visitor().get('/support')).headers.get('location')
    expect(await support()).toBe('https://help.plumb.test')
    const moved = { value: 'mailto:help@plumb.test', reason: 'We moved' }
    await mustBoth(owner, reviewer, '/api/update-setting/support_url', moved)
    expect(await support()).toBe('mailto:help@plumb.test')
    expect((await settings())['support_url']).toMatchObject({ default: 'https://help.plumb.test' })
  })

  test('do not lead support to an address that was allowed when it was set and is not any more', async () => {
    const there = async () => [
      (await house.visitor().get('/support')).headers.get('location'),
      (await settings())['support_url'].value,
    ]
    const before = await there()
    const say = (value: string | null) =>
      house.app.db.updateTable('setting').set({ value }).where('name', '=', 'support_url').execute()
    await say('http://help.test')
    expect(await there()).toEqual(['https://help.plumb.test', 'https://help.plumb.test'])
    expect((await settings())['support_url']).toMatchObject({ changed: true })
    await say('mailto:help@plumb.test')
    expect(await there()).toEqual(before)
  })

  test('name who mail comes from, at once', async () => {
    const named = { value: 'Acme & Sons', reason: 'Our name' }
    await mustBoth(owner, reviewer, '/api/update-setting/platform_name', named)
    await owner.must('/api/send-mail', { title: 'Hello', content: 'From us', receiver: investor.email })
    const mail = await investor.newestMessage('.eml', investor.email, /From us/)
    expect(mail).toMatch(/^From: (")?Acme & Sons\1 <no-reply@localhost>/m)
  })

  test('are refused in words where they cannot be, and nothing changes', async () => {
    const before = JSON.stringify(await settings())
    expect(await set('payment_hours', '-3')).toMatchObject({
      status: 422,
      body: { errors: { value: ['Enter whole hours, from 1 to 8760.'] } },
    })
    expect((await set('support_url', 'javascript:alert(1)')).status).toBe(422)
    expect((await set('kyc', 'never')).status).toBe(422)
    expect((await set('second_approval_limit', 5)).status).toBe(422)
    expect((await set('port', '80')).status).toBe(404)
    expect((await set('KYC', 'off')).status).toBe(404)
    expect((await set('__proto__', 'off')).status).toBe(404)
    expect((await set('kyc', 'off', '  ')).body.errors).toHaveProperty('reason')
    expect((await owner.post('/api/update-setting/kyc', { value: 'off' })).status).toBe(422)
    expect((await owner.post('/api/update-setting/kyc', { reason: 'x' })).status).toBe(422)
    expect((await set('kyc', null)).status).toBe(409)
    expect(JSON.stringify(await settings())).toBe(before)
  })

  test('are the owner’s alone, with both halves of the session', async () => {
    const body = { value: 'off', reason: 'x' }
    expect((await reviewer.post('/api/update-setting/kyc', body)).status).toBe(403)
    expect((await investor.post('/api/update-setting/kyc', body)).status).toBe(403)
    expect((await house.visitor().post('/api/update-setting/kyc', body)).status).toBe(401)
    expect((await investor.get('/api/admin/settings')).status).toBe(403)
    const half = house.visitor()
    half.keepSession(await half.post('/api/login', { email: owner.email, password: 'correct horse battery' }))
    expect([401, 403]).toContain((await half.post('/api/update-setting/kyc', body)).status)
    expect((await settings())['kyc']).toMatchObject({ value: 'invest', changed: false })
  })

  test('say that an identity check is never needed only where two say so, and every owner is told', async () => {
    const asked = await set('kyc', 'off')
    expect(asked).toMatchObject({
      status: 202,
      body: { message: 'The change waits for a second approver. Nothing has changed yet.' },
    })
    expect((await settings())['kyc']).toMatchObject({ value: 'invest', changed: false })
    expect((await reviewer.get('/api/admin/approvals')).body.items).toMatchObject([
      {
        ...{ kind: 'change kyc', subject_kind: 'setting', why: 'always', may_decide: true },
        changes: [{ field: 'kyc', before: 'Before investing (the default)', after: 'Never' }],
      },
    ])
    await expect
      .poll(() => letter('Change of the identity check: asked for by first-owner'))
      .toContain('Identity check needed: Before investing (the default) → Never')
    expect((await set('kyc', 'withdraw')).status).toBe(409)
    expect((await owner.post(`/api/agree-approval/${asked.body.approval_id}`)).status).toBe(403)
    await reviewer.must(`/api/agree-approval/${asked.body.approval_id}`)
    expect((await settings())['kyc']).toMatchObject({ value: 'off', changed: true })
    const log: AuditLine[] = (await reviewer.get('/api/admin/audit?kind=setting&limit=3')).body.items
    expect(log.map(({ action, subject }) => `${action}: ${subject.name}`).sort()).toEqual([
      'second approval asked for: kyc',
      'second approval given: kyc',
      'setting changed: kyc',
    ])
    await mustBoth(owner, reviewer, '/api/update-setting/kyc', { value: null, reason: 'As before' })
  })

  // Nobody may do more than thirty things within an hour that every owner is told of.
  beforeEach(() => house.clock.move(HOUR))

  test.each([
    ['support_url', 'https://evil.test/login', 'Support', 'https: / /evil. test/login'],
    ['approval_days', '1', 'Time to agree', '7 days \\(the default\\) → 1 day'],
    ['explorer_bitcoin', 'https://evil.test/{tx}', 'Bitcoin explorer', 'https: / /evil. test/\\{tx\\}'],
    [
      'public_books',
      'off',
      'Figures for everybody',
      'Shown to everybody \\(the default\\) → Shown to those who have signed in',
    ],
    ['explorer_tron', '', 'Tron explorer', ' → no link'],
    ['platform_name', 'Evil', 'Name of the operator', 'Acme & Sons → Evil'],
  ])(
    '%s is changed by two, either way, and every owner is told when it is asked for and when it is made',
    async (name, value, called, told) => {
      const before = await settings()
      const there = (await house.visitor().get('/support')).headers.get('location')
      const asked = await set(name, value)
      expect(asked).toMatchObject({
        status: 202,
        body: { message: 'The change waits for a second approver. Nothing has changed yet.' },
      })
      expect(await settings()).toEqual(before)
      expect((await house.visitor().get('/support')).headers.get('location')).toBe(there)
      expect((await reviewer.get('/api/admin/approvals')).body.items).toMatchObject([
        { kind: 'change setting', subject_kind: 'setting', why: 'always', may_decide: true },
      ])
      const says = new RegExp(`^Setting: ${called}\r?\nValue: .*${told}\r?$`, 'm')
      await expect.poll(() => letter('Change of a setting: asked for by first-owner')).toMatch(says)
      expect((await owner.post(`/api/agree-approval/${asked.body.approval_id}`)).status).toBe(403)
      await reviewer.must(`/api/agree-approval/${asked.body.approval_id}`)
      expect((await settings())[name]).toMatchObject({ value })
      await expect.poll(() => letter('Change of a setting: agreed to by rita')).toMatch(says)
      await mustBoth(owner, reviewer, `/api/update-setting/${name}`, {
        value: before[name].changed ? before[name].value : null,
        reason: 'As before',
      })
    },
  )

  test('every owner is told of each change that one makes alone, and what it was and is', async () => {
    const FEW = '1,000 text messages'
    const { default: hours, value } = (await settings())['payment_hours']
    expect([hours, value]).toEqual(['24', '2'])
    for (const [name, to, called, told] of [
      ['payment_hours', '1', 'Time to pay', 'Value: 2 hours → 1 hour'],
      ['payment_hours', null, 'Time to pay', 'Value: 1 hour → 24 hours \\(the default\\)'],
      ['sms_daily_budget', '100000', 'Text messages a day', `Value: ${FEW} \\(the default\\) → 100,000 text messages`],
      ['sms_daily_budget', null, 'Text messages a day', `Value: 100,000 text messages → ${FEW} \\(the default\\)`],
      ['terms_confirmed', TERMS_VERSION, 'Terms', `Value: version ${TERMS_VERSION}`],
      ['terms_confirmed', null, 'Terms', `Value: version ${TERMS_VERSION} → none`],
    ] as const) {
      expect((await set(name, to)).status).toBe(200)
      const says = new RegExp(`^Setting: ${called}\r?\n${told}\r?$`, 'm')
      await expect.poll(() => letter('Change of a setting: made by first-owner')).toMatch(says)
      const { toasts } = (await owner.get('/api/histories')).body
      const toast = { title: 'Change of a setting', bold_value: called, status_text: 'made by first-owner' }
      expect(toasts).toContainEqual(expect.objectContaining({ data: expect.objectContaining(toast) }))
    }
  })

  test('ten times the same change at once is made once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => set('sms_daily_budget', '9')))
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
      200,
      ...Array<number>(9).fill(409),
    ])
    const changed = (await settings())['sms_daily_budget']
    expect(changed).toMatchObject({ value: '9', default: '1000' })
    const times = changed.history.filter(({ after }: { after: string | null }) => after === '9')
    expect(times).toMatchObject([{ before: null, after: '9' }])
  })

  test('of what is decided alone in a day is twenty times what needs a second administrator, until it is said otherwise', async () => {
    /** A change of a limit waits for the second administrator. */
    const setBoth = async (limit: string, value: string | null) => {
      const { body } = await owner.post(`/api/update-setting/${limit}`, { value, reason: 'As agreed' })
      await reviewer.must(`/api/agree-approval/${body.approval_id}`)
    }
    expect((await settings())['daily_alone_limit']).toMatchObject({ value: '20000.00', changed: false })
    await setBoth('second_approval_limit', '400')
    expect((await settings())['daily_alone_limit']).toMatchObject({ value: '8000.00', default: '8000.00' })
    await setBoth('daily_alone_limit', '500')
    await setBoth('second_approval_limit', null)
    expect((await settings())['daily_alone_limit']).toMatchObject({ value: '500.00', default: '20000.00' })
    const { limit, daily_limit } = (await reviewer.get('/api/admin/approvals')).body
    expect({ limit, daily_limit }).toEqual({ limit: '1000.00', daily_limit: '500.00' })
    // asked for and agreed to is one change
    expect((await settings())['second_approval_limit']).toMatchObject({
      history: [
        { by: { name: 'rita' }, before: '400.00', after: null, reason: 'As agreed' },
        { by: { name: 'rita' }, before: null, after: '400.00', reason: 'As agreed' },
      ],
    })
    await setBoth('daily_alone_limit', null)
  })

  test('that go up together are asked for, told and agreed to with both amounts, before and after', async () => {
    const change = async (name: string, value: string | null) =>
      (await owner.post(`/api/update-setting/${name}`, { value, reason: 'As agreed' })).body.approval_id
    const agree = (id: string) => reviewer.post(`/api/agree-approval/${id}`)
    const changes = async () => (await reviewer.get('/api/admin/approvals')).body.items[0].changes
    const each = await change('second_approval_limit', '5000')
    expect(await changes()).toEqual([
      { field: 'second_approval_limit', before: '1000.00', after: '5000.00' },
      { field: 'daily_alone_limit', before: '20000.00', after: '100000.00' },
    ])
    const told = unfolded(
      await owner.newestMessage('.eml', OWNER.email, /^Subject: Change of a limit: asked for[^]*100,000\.00/m),
    )
    expect(told).toContain('Second approval above: $1,000.00 → $5,000.00')
    expect(told).toContain('Daily limit per administrator: $20,000.00 → $100,000.00')
    await owner.must(`/api/withdraw-approval/${each}`)

    // The amount stays; that it no longer goes with the other is what changes.
    const fixed = await change('daily_alone_limit', '20000')
    expect(await changes()).toEqual([
      { field: 'daily_alone_limit', before: '20000.00', after: '20000.00' },
      { field: 'follows', before: 'yes, 20 times as much', after: 'no' },
    ])
    expect((await agree(fixed)).status).toBe(200)

    // Asked for one beside the other: what the second would do is not what was asked for any more.
    const raised = await change('second_approval_limit', '5000')
    expect(await changes()).toEqual([{ field: 'second_approval_limit', before: '1000.00', after: '5000.00' }])
    const back = await change('daily_alone_limit', null)
    expect((await agree(raised)).status).toBe(200)
    expect((await agree(back)).status).toBe(409)
    expect((await settings())['daily_alone_limit']).toMatchObject({ value: '20000.00', default: '100000.00' })
    await owner.must(`/api/withdraw-approval/${back}`)
    expect((await agree(await change('second_approval_limit', null))).status).toBe(200)
    expect((await agree(await change('daily_alone_limit', null))).status).toBe(200)
  })

  test('show the environment without a secret in it', async () => {
    const { environment } = (await reviewer.get('/api/admin/settings')).body
    const of = (name: string) => environment.find((variable: { name: string }) => variable.name === name)
    expect(of('OWNER_PASSWORD')).toEqual({ name: 'OWNER_PASSWORD', set: true, value: null })
    expect(of('SMTP_URL')).toEqual({ name: 'SMTP_URL', set: false, value: null })
    expect(of('APP_URL')).toEqual({ name: 'APP_URL', set: true, value: 'http://localhost' })
    expect(JSON.stringify(environment)).not.toMatch(/correct horse|owner@plumb|postgres/)
  })

  test('a checklist says what is missing before investors are taken in', async () => {
    const checklist = async () => {
      const { items, open } = (await reviewer.get('/api/admin/checklist')).body
      const todo = items.filter(({ done }: { done: boolean }) => !done).map(({ name }: { name: string }) => name)
      return { open, todo }
    }
    expect(await checklist()).toEqual({ open: true, todo: ['mail', 'text messages', 'terms', 'backing'] })
    expect((await set('terms_confirmed', '1')).status).toBe(422)
    expect((await set('terms_confirmed', TERMS_VERSION, 'Read and agreed with our lawyer')).status).toBe(200)
    // Without a gateway either is written to files: said, and only in production in the way of anything.
    expect(await checklist()).toEqual({ open: false, todo: ['mail', 'text messages', 'backing'] })
    // recommended, and in the way of nothing
    expect((await owner.post('/api/set-backing', { backing: 'disclosed', reason: 'As every plan says' })).status).toBe(
      200,
    )
    expect(await checklist()).toEqual({ open: false, todo: ['mail', 'text messages'] })
    expect((await investor.get('/api/admin/checklist')).status).toBe(403)
  })
})
