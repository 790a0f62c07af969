import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { type DocumentKeys, givenDocumentKeys } from './document-key.ts'
import { refuseInTheClear } from './outgoing-tls.ts'
import { givenLogKeys, type LogKeys } from './log-key.ts'
import { type LogWitness, readLogWitnesses } from './log-witnesses.ts'
import { givenPepper, type Pepper } from './pepper.ts'
import { isLoopbackHost, maySupportBe, SUPPORT_MAY_BE } from './rules.ts'

/** Everything that the environment decides, read once at start. All of it is optional. */
export type Settings = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** Where the app itself comes in, where its login is not made by us. */
  appDatabaseUrl: string | undefined
  /** Undefined if it stands in the data folder. */
  pepper: Pepper | undefined
  /** Undefined if they stand in the data folder. */
  documentKeys: DocumentKeys | undefined
  /** Undefined if they stand in the data folder. */
  logKeys: LogKeys | undefined
  /** Who is shown each checkpoint of the log, and signs that they have seen it. */
  logWitnesses: readonly LogWitness[]
  appUrl: string
  /** Whether somebody has said it; else it is taken to be this machine at PORT. */
  isAppUrlGiven: boolean
  /** Whose X-Forwarded-For tells where a request comes from; empty: nobody's. */
  trustedProxies: readonly string[]
  smtpUrl: string | undefined
  /** Who mail comes from. */
  mailFrom: string
  smsUrl: string | undefined
  supportUrl: string | undefined
  owner: { email: string; password: string; name: string } | undefined
  /** What an approved identity check is needed for. */
  kyc: 'invest' | 'withdraw' | 'off'
  /** Whether an administrator without a second factor can do anything but add one. */
  adminSecondFactor: 'required' | 'optional'
  /** The same of everybody: investors, and so administrators as well. */
  investorSecondFactor: 'required' | 'optional'
  /** Whether what goes over a network is spoken to in TLS alone. */
  outgoingTls: 'required' | 'optional'
  production: boolean
  /** Hours after which an unpaid investment is declined as expired. */
  paymentHours: number
  /** Hours for which a withdrawal to a new address is held, which its owner confirms by mail besides; 0: neither. */
  newAddressHoldHours: number
  /** The coins whose prices are read, such as BTC; none if it is off. */
  market: readonly string[]
  /** The exchanges that are asked for prices, with the address of each. */
  marketSources: Partial<typeof MARKET_SOURCES>
  /** Investors may load TradingView's charts, which are another site's. */
  tradingView: boolean
  /** Everything in this house is made up for showing: said on every page. */
  demo: boolean
  /** For trying out: a push service on this machine is taken too. Never in production. */
  pushLoopback: boolean
  /** What of all this the environment has said, for the operator to look at. */
  environment: readonly Variable[]
}

/** A variable of the environment: whether it is set, and what counts, where it is no secret and holds none. */
export type Variable = { name: string; set: boolean; value: string | null }

/** All that is read, in the order in which the operator looks at it: nothing else can be asked for below. */
const VARIABLES = [
  ...['NODE_ENV', 'HOST', 'PORT', 'APP_URL', 'TRUST_PROXY', 'DATABASE_URL', 'DATABASE_APP_URL', 'DATA_DIR'],
  ...[
    'CODE_PEPPER',
    'DOCUMENT_KEY',
    'LOG_KEY',
    'SMTP_URL',
    'MAIL_FROM',
    'SMS_URL',
    'SUPPORT_URL',
    'OWNER_EMAIL',
    'OWNER_PASSWORD',
    'OWNER_NAME',
  ],
  ...[
    'KYC',
    'ADMIN_SECOND_FACTOR',
    'INVESTOR_SECOND_FACTOR',
    'OUTGOING_TLS',
    'PAYMENT_HOURS',
    'NEW_ADDRESS_HOLD_HOURS',
    'MARKET',
    'MARKET_SOURCES',
    'TRADINGVIEW',
    'PUSH_LOOPBACK',
    'LOG_WITNESSES',
  ],
] as const

/** Where each exchange that is known answers. */
const MARKET_SOURCES = {
  kraken: 'https://api.kraken.com',
  coinbase: 'https://api.exchange.coinbase.com',
  binance: 'https://api.binance.com',
}
const MOST_SYMBOLS = 12

/** Reads the settings; throws one sentence that names the variable and says what it may be. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const text = (name: (typeof VARIABLES)[number]) =>
    env[name] === undefined || env[name] === '' ? undefined : env[name]
  const port = wholeNumber('PORT', text('PORT') ?? '3000', 0, 65_535)
  const kyc = text('KYC') ?? 'invest'
  if (kyc !== 'invest' && kyc !== 'withdraw' && kyc !== 'off') {
    throw new Error(`KYC is "${kyc}": it may be invest, withdraw or off.`)
  }
  const [databaseUrl, appDatabaseUrl] = [text('DATABASE_URL'), text('DATABASE_APP_URL')]
  if (databaseUrl === undefined && appDatabaseUrl !== undefined) {
    throw new Error('DATABASE_APP_URL goes with DATABASE_URL, by which the schema is made: set both or neither.')
  }
  const production = text('NODE_ENV') === 'production'
  const demanded = (name: 'ADMIN_SECOND_FACTOR' | 'INVESTOR_SECOND_FACTOR' | 'OUTGOING_TLS', otherwise: string) => {
    const said = text(name) ?? otherwise
    if (said === 'required' || said === 'optional') return said
    throw new Error(`${name} is "${said}": it may be required or optional.`)
  }
  const adminSecondFactor = demanded('ADMIN_SECOND_FACTOR', production ? 'required' : 'optional')
  const investorSecondFactor = demanded('INVESTOR_SECOND_FACTOR', 'optional')
  const pushLoopback = onOrOff('PUSH_LOOPBACK', text('PUSH_LOOPBACK') ?? 'off')
  if (production && pushLoopback) throw new Error('PUSH_LOOPBACK is for trying out: leave it out in production.')
  const appUrl = address('APP_URL', text('APP_URL') ?? `http://localhost:${port}`)
  if (production && !mayBeInProduction(appUrl)) {
    throw new Error(`APP_URL is "${appUrl}": in production it begins with https://, unless it is this machine's own.`)
  }
  const marketSources = sources('MARKET_SOURCES', text('MARKET_SOURCES') ?? Object.keys(MARKET_SOURCES).join())
  const outgoingTls = demanded('OUTGOING_TLS', production ? 'required' : 'optional')
  const logWitnesses = readLogWitnesses('LOG_WITNESSES', text('LOG_WITNESSES') ?? '')
  if (outgoingTls === 'required') refuseInTheClear(env, marketSources, logWitnesses)
  const host = text('HOST') ?? '127.0.0.1'
  const mailFrom = text('MAIL_FROM') ?? `Plumb <no-reply@${hostName(appUrl)}>`
  const paymentHours = wholeNumber('PAYMENT_HOURS', text('PAYMENT_HOURS') ?? '24', 1, 24 * 365)
  const settles = text('NEW_ADDRESS_HOLD_HOURS') ?? (production ? '24' : '0')
  const newAddressHoldHours = wholeNumber('NEW_ADDRESS_HOLD_HOURS', settles, 0, 24 * 30)
  const [market, tradingView] = [text('MARKET') ?? 'BTC,ETH,SOL,LTC,DOGE', text('TRADINGVIEW') ?? 'off']
  const shown: Partial<Record<(typeof VARIABLES)[number], string>> = {
    ...{ NODE_ENV: production ? 'production' : 'development', HOST: host, PORT: String(port) },
    ...{ APP_URL: new URL(appUrl).origin, TRUST_PROXY: text('TRUST_PROXY') ?? '', MAIL_FROM: mailFrom },
    ...{ SUPPORT_URL: text('SUPPORT_URL') ?? '', KYC: kyc },
    ...{ ADMIN_SECOND_FACTOR: adminSecondFactor, INVESTOR_SECOND_FACTOR: investorSecondFactor },
    ...{ OUTGOING_TLS: outgoingTls },
    ...{ PAYMENT_HOURS: String(paymentHours), NEW_ADDRESS_HOLD_HOURS: String(newAddressHoldHours) },
    ...{ MARKET: market, TRADINGVIEW: tradingView, PUSH_LOOPBACK: pushLoopback ? 'on' : 'off' },
    LOG_WITNESSES: text('LOG_WITNESSES') ?? '',
  }
  return {
    port,
    host,
    dataDir: resolve(text('DATA_DIR') ?? join(import.meta.dirname, '../../data')),
    databaseUrl,
    appDatabaseUrl,
    pepper: givenPepper('CODE_PEPPER', text('CODE_PEPPER')),
    documentKeys: givenDocumentKeys('DOCUMENT_KEY', text('DOCUMENT_KEY')),
    logKeys: givenLogKeys('LOG_KEY', text('LOG_KEY')),
    logWitnesses,
    appUrl,
    isAppUrlGiven: text('APP_URL') !== undefined,
    trustedProxies: proxies('TRUST_PROXY', text('TRUST_PROXY') ?? ''),
    smtpUrl: text('SMTP_URL'),
    mailFrom,
    smsUrl: text('SMS_URL'),
    supportUrl: support('SUPPORT_URL', text('SUPPORT_URL')),
    owner: firstOwner(text('OWNER_EMAIL'), text('OWNER_PASSWORD'), text('OWNER_NAME') ?? 'owner'),
    kyc,
    adminSecondFactor,
    investorSecondFactor,
    outgoingTls,
    production,
    market: symbols('MARKET', market),
    marketSources,
    tradingView: onOrOff('TRADINGVIEW', tradingView),
    paymentHours,
    newAddressHoldHours,
    demo: false,
    pushLoopback,
    environment: VARIABLES.map((name) => ({ name, set: text(name) !== undefined, value: shown[name] ?? null })),
  }
}

function firstOwner(email: string | undefined, password: string | undefined, name: string): Settings['owner'] {
  if (email !== undefined && password !== undefined) return { email, password, name }
  if (email !== undefined || password !== undefined) {
    throw new Error('OWNER_EMAIL and OWNER_PASSWORD go together: set both or neither.')
  }
  return undefined
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most))
    throw new Error(`${name} is "${text}": it may be a whole number from ${least} to ${most}.`)
  return value
}

function address(name: string, text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new Error(`${name} is "${text}": it may be an address such as https://example.com.`)
  return text.replace(/\/+$/, '')
}

function support(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && !maySupportBe(text)) throw new Error(`${name} is "${text}": it may be ${SUPPORT_MAY_BE}.`)
  return text
}

/** What people send over plain http can be read on its way, unless it never leaves the machine. */
function mayBeInProduction(appUrl: string): boolean {
  const { protocol, hostname } = new URL(appUrl)
  return protocol === 'https:' || isLoopbackHost(hostname)
}

function proxies(name: string, text: string): string[] {
  const listed = text.split(',').map((part) => part.trim())
  const wrong = listed.find((part) => part !== '' && part !== 'loopback' && isIP(part.replace(/\/\d{1,3}$/, '')) === 0)
  if (wrong !== undefined)
    throw new Error(`${name} names "${wrong}": it may list addresses such as loopback, 10.0.0.0/8.`)
  return listed.filter((part) => part !== '')
}

function symbols(name: string, text: string): string[] {
  if (text === 'off') return []
  const listed = [...new Set(text.split(',').map((part) => part.trim()))]
  const wrong = listed.find((part) => !/^[A-Z0-9]{2,10}$/.test(part))
  if (wrong !== undefined || listed.length > MOST_SYMBOLS) {
    throw new Error(`${name} is "${text}": it may be off, or list up to ${MOST_SYMBOLS} coins such as BTC,ETH.`)
  }
  return listed
}

/** `kraken,coinbase=http://127.0.0.1:8080`: the exchanges to ask, each at its own address unless another is given. */
function sources(name: string, text: string): Settings['marketSources'] {
  const known = new Map<string, string>(Object.entries(MARKET_SOURCES))
  const listed = text.split(',').map((part) => {
    const [source = '', at] = part.trim().split('=', 2)
    const own = known.get(source)
    if (own === undefined) {
      throw new Error(`${name} names "${source}": it may list ${[...known.keys()].join(', ')}, each with =address.`)
    }
    return [source, address(name, at ?? own)] as const
  })
  return Object.fromEntries(listed)
}

function onOrOff(name: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new Error(`${name} is "${text}": it may be on or off.`)
  return text === 'on'
}

/** The host of an address, where it has a name: mail does not come from a bare number. */
function hostName(url: string): string {
  const { hostname } = new URL(url)
  return /[a-z]/i.test(hostname) && !hostname.startsWith('[') ? hostname : 'localhost'
}
