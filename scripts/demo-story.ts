/**
 * Sixty days of some two hundred investors. Every step is a call that a person would make or a job that runs by
 * itself, at its own moment of a moved clock: so the books are as real as any, and only the people are made up.
 */
import { DAY, HOUR } from '#kit/clock.ts'
import { TERMS_VERSION } from '#settings/version-rules.ts'
import { demoAddress, OUR_WALLETS } from './demo-addresses.ts'
import { type House, type Person, reception, type Reply } from './demo-people.ts'
import type { MovedClock } from './moved-clock.ts'

export const SIZE = { investors: 200, days: 60 }
/** What has come in for so long at the end is left to whoever signs in: a desk with nothing on it shows little. */
const LEFT = 30 * HOUR
/** What happens by itself is looked after this often. */
const ROUND = 3 * HOUR
const SEED = 20260101
/** What is set apart before anybody invests, and what each month earns for it, in dollars: some of what is promised is not covered. */
const RESERVE = '1200'
const RETURNS = '400'
const MONTH = 28
/** After this part of the time the owner looks ahead, so that what came since stands beside it. */
const FORESEEN_AFTER = 2 / 3

type DemoHouse = House & { clock: MovedClock }
type Plan = { id: string; name: string; least: number; most: number; durations: readonly number[] }

/** What they pay in a year is what a sober reader would believe: 3.65, 5.11 and 6.57 percent. */
const PLANS = [
  {
    name: 'Starter',
    least: 50,
    most: 1000,
    durations: [7, 14, 30],
    ref_bonus: '0.25',
    daily_roi: '0.01',
    description: 'A first step: small amounts for a week, two, or a month.',
  },
  {
    name: 'Steady',
    least: 250,
    most: 10_000,
    durations: [14, 30, 60],
    ref_bonus: '0.5',
    daily_roi: '0.014',
    early_roi: '0.005',
    description: 'For money that is not needed before next month.',
  },
  {
    name: 'Long haul',
    least: 1000,
    most: 25_000,
    durations: [90, 180, 365],
    ref_bonus: '0.75',
    daily_roi: '0.018',
    early_roi: '0.009',
    description: 'For those who can wait a season or more. It pays the most and is tied up the longest.',
  },
] as const
/** Those to sign in as, in the order in which they arrive, each with a story of their own. */
export const CHARACTERS = [
  {
    name: 'sofia',
    line: 'saves: something goes to a plan every ten days, goes on at its end, and little is withdrawn',
  },
  { name: 'ines', line: 'invites: every fifth of the others is here because of her' },
  {
    name: 'tom',
    line: 'pays late: one payment expired, one came in by half, one waits now; one investment was left early',
  },
  { name: 'nadia', line: 'had her identity check rejected, and cannot invest yet' },
] as const
const [SAVER, INVITER, LATE_PAYER, DECLINED] = CHARACTERS.map(({ name }) => name)
/** What the others are called, with a letter after it: two hundred names. */
const FIRST_NAMES = [
  ...['adam', 'alma', 'anton', 'bea', 'carla', 'david', 'elena', 'felix', 'greta', 'hugo'],
  ...['ida', 'jonas', 'karim', 'lena', 'marco', 'nora', 'oskar', 'paula', 'ravi', 'tessa'],
]
const nameOf = (place: number) =>
  CHARACTERS[place]?.name ??
  `${FIRST_NAMES[place % FIRST_NAMES.length]}_${String.fromCharCode(97 + Math.floor(place / FIRST_NAMES.length))}`

/** Two of the others withdraw to one address, where everybody else has their own: the desk says so of both. */
export const SHARERS: readonly string[] = [4, 9].map(nameOf)
const UNPAID = 'Nothing has come in at the address'
const PAID_IN_PART = 'Half of it has come in'
/** Nothing is asked for but the check itself: whoever decides has the name, the country and the telephone. */
const NOT_REACHED = 'We could not reach you by telephone. Ask again when your number can be called.'
const REFUSED_PAYOUTS = ['The address was reported by its owner as mistyped', 'Please confirm this address first']

/** Tells so many days of so many investors from the clock's present on; `say` is told how far it is, from 0 to 1. */
export async function tellStory(
  house: DemoHouse,
  people: { owner: Person; password: string; mailed: (what: RegExp) => Promise<string> },
  { investors, days }: typeof SIZE,
  say: (share: number) => void,
): Promise<void> {
  const { app, clock } = house
  const { owner } = people
  const begun = clock.now().getTime()
  const end = new Date(begun + days * DAY)
  const dice = makeDice(SEED)
  const join = await reception(house, people.password)
  const agenda = makeAgenda()
  const jobs = app.jobs.filter(({ name }) => ['maturity', 'expiry', 'backing', 'accrual', 'kept days'].includes(name))

  // Everybody registers by them, so the owner has read them first.
  await owner.post('/api/update-setting/terms_confirmed', { value: TERMS_VERSION, reason: 'Read before the first day' })
  // Made before there is a second administrator, who would have to agree.
  // The newest stand first wherever one chooses: what a newcomer takes is made last.
  for (const { name, address, network, coin } of OUR_WALLETS.toReversed()) {
    await owner.post('/api/create-wallet', { name, address, network, coin })
  }
  for (const { least, most, durations, ...plan } of PLANS.toReversed()) {
    await owner.post('/api/create-plan', {
      ...plan,
      min_amount: least,
      max_amount: most,
      durations_copy: durations.join(', '),
    })
  }
  await owner.post('/api/set-backing', { backing: 'disclosed', reason: 'What is not set apart is said' })
  const reviewer = await join('reviewer', 1, null)
  await owner.post('/api/invite-administrator', {
    email: reviewer.email,
    roles: ['reviewer'],
    reason: 'Decides what comes in day by day',
  })
  await reviewer.acceptRoles(await people.mailed(/\/accept-roles\?token=([\w-]+)/))
  const offer = (await owner.get('/api/admin-histories')) as {
    plans: { id: string; name: string }[]
    wallets: { id: string; wallet_name: string }[]
  }
  const plans: Plan[] = PLANS.map((plan) => ({
    ...plan,
    id: offer.plans.find(({ name }) => name === plan.name)?.id ?? '',
  }))
  const wallets = OUR_WALLETS.map((wallet) => ({
    ...wallet,
    id: offer.wallets.find(({ wallet_name }) => wallet_name === wallet.name)?.id ?? '',
  }))
  const record = async (funds: object) => {
    const { approval_id: waits } = await owner.post('/api/record-funds', { direction: 'in', ...funds })
    if (typeof waits === 'string') await reviewer.post(`/api/agree-approval/${waits}`)
  }
  for (const { id, funds, name } of wallets) {
    await record({
      wallet_id: id,
      amount: funds,
      account: 'capital',
      reason: `What the operator keeps ready at ${name}`,
    })
  }
  await owner.post('/api/move-to-reserve', {
    amount: RESERVE,
    direction: 'in',
    reason: 'For what the first plans promise',
  })
  for (let month = 1; month * MONTH < days; month += 1) {
    agenda.add(begun + month * MONTH * DAY, () =>
      record({
        ...{ wallet_id: wallets[0]?.id, amount: RETURNS, account: 'returns', to_reserve: true },
        reason: `What was earned in month ${month}, set apart for what is promised`,
      }),
    )
  }
  agenda.add(begun + days * FORESEEN_AFTER * DAY, async () => {
    await owner.post('/api/save-what-if', {
      ...{ name: 'A fifth withdraws, nobody new comes', new_investments: null, withdrawn: '20', run: null },
      returns: RETURNS,
    })
  })

  /** The reviewer decides; where it takes two, the owner agrees. */
  const decide = async (path: string, body?: object) => {
    const { approval_id: waits } = await reviewer.post(path, body)
    if (typeof waits === 'string') await owner.post(`/api/agree-approval/${waits}`)
  }

  const later = (hours: number, act: () => Promise<void>) => agenda.add(clock.now().getTime() + hours * HOUR, act)
  /** What the reviewer does after so many hours, unless it is among what is left. */
  const decided = (hours: number, act: () => Promise<unknown>) =>
    later(hours, async () => {
      if (clock.now().getTime() < end.getTime() - LEFT) await act()
    })
  const names: string[] = []
  /** Every fourth of them holds litecoin: pays with it, and is paid in it. */
  const walletOf = (who: Person) => {
    const [bitcoin, litecoin] = wallets
    const chosen = names.indexOf(who.name) % 4 === 3 ? litecoin : bitcoin
    if (chosen === undefined) throw new Error('the demo has no wallets')
    return chosen
  }
  const newestOf = async (who: Person, list: 'investments' | 'withdrawals') =>
    ((await who.get('/api/histories'))[list] as Reply[])[0] as { id: string; tranx_id: string }

  /**
   * `hours` until it is marked as paid, null for never; `fate` is what the reviewer finds; `keeps`: nothing is withdrawn;
   * what is chosen for its `end`, and after how many days it is left early.
   */
  type Course = {
    hours: number | null
    fate: 'all' | 'half' | 'nothing'
    keeps?: true
    end?: 'reinvest principal' | 'reinvest all'
    leaves?: number
  }
  const anyCourse = (): Course => ({
    // one in twenty is never paid, and expires
    hours: dice.chance(0.05) ? null : dice.between(0.1, 3),
    fate: dice.chance(0.96) ? 'all' : dice.chance(0.4) ? 'half' : 'nothing',
  })
  const pay = async (who: Person, plan: Plan, amount: number, duration: number, course = anyCourse()) => {
    const wallet = walletOf(who)
    await who.post('/api/save-investment', { plan_id: plan.id, wallet_id: wallet.id, amount, duration })
    const { id, tranx_id } = await newestOf(who, 'investments')
    if (course.hours === null) return
    later(course.hours, async () => {
      await who.post(`/api/verify-investment/${tranx_id}`)
      decided(dice.between(0.5, 12), async () => {
        if (course.fate !== 'all') {
          const half = { reason: PAID_IN_PART, received: String(Math.floor(amount / 2)) }
          await decide(`/api/decline-investment/${id}`, course.fate === 'half' ? half : { reason: UNPAID })
          return
        }
        await decide(`/api/approve-investment/${id}`)
        decided(dice.between(6, 40), () => decideReferrals())
        if (course.end) await who.post(`/api/set-at-end/${id}`, { at_end: course.end })
        if (course.leaves !== undefined) return later(course.leaves * 24, () => leave(who, id))
        if (course.keeps) {
          later(
            duration * 24 + 4,
            async () => void (await who.post(`/api/reinvest-investment/${id}`).catch(() => undefined)),
          )
          return
        }
        later(duration * 24 + dice.between(1, 30), () => afterMaturity(who, id, plan))
        for (let week = 1; week * 7 < duration; week += 1) {
          if (dice.chance(0.3)) later(week * 7 * 24 + dice.between(0, 24), () => withdraw(who, dice.between(0.4, 1)))
        }
      })
    })
  }

  const leave = async (who: Person, id: string) => {
    const { quote } = (await who.post(`/api/quote-exit/${id}`)) as { quote: { id: string } }
    await who.post(`/api/exit-investment/${id}`, { quote_id: quote.id })
  }

  const invest = (who: Person) => {
    const plan = dice.weighted(plans, [5, 4, 1])
    const rough = plan.least * (plan.most / plan.least) ** (dice.next() * dice.next())
    const amount = Math.max(plan.least, Math.round(rough / 10) * 10)
    return pay(who, plan, amount, dice.one(plan.durations))
  }

  const afterMaturity = async (who: Person, id: string, plan: Plan) => {
    if (dice.chance(0.35)) await who.post(`/api/reinvest-investment/${id}`).catch(() => undefined)
    else if (dice.chance(0.6)) await withdraw(who, dice.between(0.3, 1))
    else if (dice.chance(0.5)) await pay(who, plan, plan.least * 2, dice.one(plan.durations))
  }

  /** Asks for a share of what can be withdrawn, in whole dollars, where that is worth it. */
  const withdraw = async (who: Person, share: number) => {
    const balance = (await who.get('/api/balance')) as { account_balance: string; ref_bal: string }
    const source = Number(balance.ref_bal) > Number(balance.account_balance) ? 'referral' : 'investment'
    const amount = Math.floor(Number(source === 'referral' ? balance.ref_bal : balance.account_balance) * share)
    if (amount < 5) return
    const { name: wallet_name, network } = walletOf(who)
    const wallet_address = demoAddress(SHARERS.includes(who.name) ? SHARERS.join(' and ') : who.name, network)
    await who.post('/api/withdraw', { amount, source, wallet_address, wallet_name })
    const { id } = await newestOf(who, 'withdrawals')
    if (dice.chance(0.03)) return later(0.5, async () => void (await who.post(`/api/cancel-withdrawal/${id}`)))
    decided(dice.between(1, 20), async () => {
      if (dice.chance(0.05)) {
        await reviewer.post(`/api/decline-withdrawal/${id}`, { reason: dice.one(REFUSED_PAYOUTS) })
        return
      }
      await reviewer.post(`/api/approve-withdrawal/${id}`)
      decided(dice.between(0.5, 8), async () => {
        const record = ((await who.get('/api/histories'))['withdrawals'] as Reply[]).find((each) => each['id'] === id)
        const {
          amount: held,
          created_at: date,
          version,
        } = record as { amount: string; created_at: string; version: number }
        await decide(`/api/update-withdrawal/${id}`, {
          amount: held,
          date,
          version,
          status: 'completed',
          txid: dice.digits(64),
        })
      })
    })
  }

  const decideReferrals = async () => {
    const waiting = (await reviewer.get('/api/admin/referrals?status=pending&limit=20')) as { items: { id: string }[] }
    for (const { id } of waiting.items) {
      if (dice.chance(0.9)) await decide(`/api/approve-referral/${id}`)
      else await reviewer.post(`/api/decline-referral/${id}`, { reason: 'Inviter and invited live in one household' })
    }
  }

  const arrive = async (place: number) => {
    const name = nameOf(place)
    const invited = place >= CHARACTERS.length && (place % 5 === 4 || dice.chance(0.25))
    const referral = invited ? (place % 5 === 4 ? INVITER : dice.one(names.filter((each) => each !== DECLINED))) : null
    const who = await join(name, place + 10, referral ?? null)
    names.push(name)
    later(dice.between(0.2, 10), async () => {
      await who.askForCheck(place)
      decided(dice.between(1, 20), async () => {
        if (name === DECLINED || (place >= CHARACTERS.length && !SHARERS.includes(name) && dice.chance(0.04))) {
          await reviewer.post(`/api/decline-kyc/${who.id}`, { reason: NOT_REACHED })
          return
        }
        await reviewer.post(`/api/approve-kyc/${who.id}`)
        if (name === SAVER) return saver(who)
        if (name === LATE_PAYER) return latePayer(who)
        if (SHARERS.includes(name)) return sharer(who)
        if (name === INVITER) inviter(who)
        if (name === INVITER || dice.chance(0.85)) later(dice.between(0.2, 60), () => invest(who))
        if (dice.chance(0.3)) later(dice.between(100, 600), () => invest(who))
      })
    })
  }
  const [starter, steady, long] = plans as [Plan, Plan, Plan]
  const paid = { hours: 1, fate: 'all', keeps: true } as const

  /** Has something in every place that a screen shows. */
  const saver = async (who: Person) => {
    await pay(who, steady, 1500, 14, paid)
    later(24 * 9, () => pay(who, long, 4000, 90, { ...paid, end: 'reinvest principal' }))
    for (let day = 10; day < days; day += 10) later(24 * day, () => pay(who, starter, 200, 30, paid))
    later(24 * 20, () => pay(who, steady, 2500, 30, { ...paid, end: 'reinvest all' }))
    later(24 * 26, () => withdraw(who, 0.4))
    later(24 * 30, async () => {
      const correction = {
        amount: '25',
        account: 'earnings',
        category: 'goodwill',
        reason: 'For the late answer of last week',
      }
      await decide(`/api/topup-user/${who.id}`, correction)
    })
    later(24 * 31, async () => {
      await reviewer.post(`/api/note-user/${who.id}`, { text: 'Asked by telephone when the long investment ends.' })
    })
    agenda.add(end.getTime() - 30 * HOUR, () => withdraw(who, 0.3))
    agenda.add(end.getTime() - 5 * HOUR, () => pay(who, starter, 250, 14, paid))
  }

  const inviter = (who: Person) => {
    later(24 * 40, () => withdraw(who, 0.8))
    // Larger than one administrator may decide: it waits for the owner.
    agenda.add(end.getTime() - 3 * HOUR, async () => {
      const thanks = { amount: '1250', account: 'bonus', category: 'promotion', reason: 'For having invited so many' }
      await reviewer.post(`/api/topup-user/${who.id}`, thanks)
    })
  }

  /** Withdraws once what is paid out, and again on the last day. */
  const sharer = async (who: Person) => {
    await pay(who, starter, 400, 7, paid)
    later(24 * 17, () => withdraw(who, 0.3))
    agenda.add(end.getTime() - 20 * HOUR, () => withdraw(who, 0.5))
  }

  /** The first expires, of the second half comes in and is held, the third is paid in its last hours and left early, and one waits. */
  const latePayer = async (who: Person) => {
    await pay(who, starter, 200, 14, { hours: null, fate: 'all' })
    later(24 * 2, () => pay(who, starter, 200, 14, { hours: 20, fate: 'half' }))
    later(24 * 5, () => pay(who, steady, 300, 30, { hours: 22, fate: 'all', leaves: 4 }))
    agenda.add(end.getTime() - 8 * HOUR, () => pay(who, starter, 150, 7, { hours: null, fate: 'all' }))
  }

  for (let place = 0; place < investors; place += 1) {
    // Fewer at first, more later: as a house becomes known.
    const day = days * Math.sqrt((place + dice.next()) / (investors + 1))
    agenda.add(begun + Math.max(place === 0 ? HOUR : DAY / 4, day * DAY - DAY / 2), () => arrive(place))
  }
  for (let time = begun + ROUND; time < end.getTime(); time += ROUND) {
    agenda.add(time, async () => {
      for (const job of jobs) await job.run()
    })
  }

  for (let due = agenda.next(end.getTime()); due !== undefined; due = agenda.next(end.getTime())) {
    await clock.set(new Date(Math.max(due.time, clock.now().getTime())))
    await due.act()
    say((due.time - begun) / (end.getTime() - begun))
  }
  await clock.set(end)
  for (const job of jobs) await job.run()
}

type Due = { time: number; act: () => Promise<void> }

/** What is going to happen, the earliest first. */
function makeAgenda() {
  const heap: Due[] = []
  return {
    add(time: number, act: () => Promise<void>) {
      let low = 0
      for (let high = heap.length; low < high;) {
        const middle = (low + high) >> 1
        if ((heap[middle]?.time ?? 0) > time) low = middle + 1
        else high = middle
      }
      heap.splice(low, 0, { time, act })
    },
    /** The next before `end`; what would be later is left to come. */
    next(end: number): Due | undefined {
      const due = heap.pop()
      return due !== undefined && due.time < end ? due : undefined
    },
  }
}

/** Chance that falls the same way each time: mulberry32, by Tommy Ettinger (public domain). */
function makeDice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const one = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
  return {
    next,
    one,
    chance: (share: number) => next() < share,
    between: (least: number, most: number) => least + next() * (most - least),
    weighted: <T>(from: readonly T[], weights: readonly number[]): T =>
      one(from.flatMap((each, place) => Array.from({ length: weights[place] ?? 1 }, () => each))),
    digits: (count: number) => Array.from({ length: count }, () => one([...'0123456789abcdef'])).join(''),
  }
}
