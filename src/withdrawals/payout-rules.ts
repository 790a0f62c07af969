import { MOST_REQUESTS } from '#approvals/rules.ts'
import { type CsvRecord, csvLine, readCsv } from '#lists/csv-rules.ts'
import { dollars, showUsd } from '#money/show.ts'
import { fromWire, microUsd, type MicroUsd, toWire } from '#money/micro-usd.ts'
import { plainAddress, readNetwork } from '#wallets/rules.ts'

/** The columns of a payout list. The last one is filled in by whoever has paid. */
export const PAYOUT_COLUMNS = [
  ...['id', 'user', 'network', 'address', 'amount_usd'],
  ...['coin', 'coin_contract', 'coin_amount', 'coin_price_usd', 'priced_at', 'transaction_id'],
] as const
/** Without which a list cannot be read back, and how many characters each may have. */
const NEEDED = { id: 60, network: 40, address: 120, amount_usd: 40, transaction_id: 200 } as const
type Needed = keyof typeof NEEDED

/** Lines that are read back at once. */
export const MOST_PAYOUTS = 1000
/** Characters of a file that is read back. */
export const LARGEST_PAYOUT_FILE = 1_000_000

/** A line of a payout list that came back. */
export type PayoutLine = {
  line: number
  id: string
  /** whose it is, as it stands in the file; empty where the file has no such column */
  user: string
  network: string
  address: string
  /** as it stands in the file */
  amount: string
  /** empty where nobody has filled it in */
  txid: string
}
/** A payout list that came back; `records` are its lines as they were, the one with the names of the columns first. */
export type PayoutFile = { records: readonly CsvRecord[]; lines: readonly PayoutLine[] }

/** Reads a payout list that came back, its columns in any order, or says in a sentence what is wrong and where. */
export function readPayoutFile(text: string): PayoutFile | { problem: string } {
  if (text.length > LARGEST_PAYOUT_FILE) return { problem: 'This is more than 1 MB. Split it, and send the parts.' }
  const read = readCsv(text)
  if ('problem' in read) return read
  const [head, ...records] = read.records
  if (head === undefined || records.length === 0) return { problem: 'There are no payouts in this.' }
  if (records.length > MOST_PAYOUTS) {
    return {
      problem: `Line ${records[MOST_PAYOUTS]?.line}: at most ${MOST_PAYOUTS} payouts at once. Split it, and send the parts.`,
    }
  }
  const columns = head.fields.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  const places = {} as Record<Needed, number>
  for (const name of Object.keys(NEEDED) as Needed[]) {
    places[name] = columns.indexOf(name)
    if (places[name] < 0) {
      return {
        problem: `Line ${head.line}: there is no column ${name}. Begin with a payout list as it was downloaded.`,
      }
    }
    const again = columns.lastIndexOf(name)
    if (again !== places[name]) return { problem: `Line ${head.line}, column ${again + 1}: ${name} is there twice.` }
  }
  for (const { line, fields } of records) {
    const beyond = fields.findIndex((field, place) => place >= columns.length && field.trim() !== '')
    if (beyond >= 0) return { problem: `Line ${line}, column ${beyond + 1}: this is beyond the last column.` }
    const long = (Object.keys(NEEDED) as Needed[]).find(
      (name) => (fields[places[name]] ?? '').trim().length > NEEDED[name],
    )
    if (long) return { problem: `Line ${line}, column ${places[long] + 1}: this is too long for ${long}.` }
  }
  const lines = records.map(({ line, fields }) => {
    const field = (name: Needed) => (fields[places[name]] ?? '').trim()
    const [id, txid] = [field('id').toLowerCase(), field('transaction_id')]
    const user = (fields[columns.indexOf('user')] ?? '').trim()
    return { line, id, user, network: field('network'), address: field('address'), amount: field('amount_usd'), txid }
  })
  return { records: read.records, lines }
}

/** Which other lines of the same file the transaction of a line pays too, in a sentence, by their numbers. */
export function batchesIn(lines: readonly PayoutLine[]): Map<number, string> {
  return withOthers(lines, txidOf, (others) => `The same transaction as in line ${others}.`)
}

/**
 * What is wrong with lines because of others of the same file, by their numbers: a payout comes twice, or a transaction
 * that cannot have paid both, because they go to the same address or are on different networks.
 */
export function repeatsIn(lines: readonly PayoutLine[]): Map<number, string> {
  // worked out once for each: one transaction may be in every line
  const networks = new Map(lines.map((line) => [line, networkOf(line)]))
  const payees = new Map(lines.map((line) => [line, plainAddress({ ...line, network: networkOf(line) })]))
  const clash = (one: PayoutLine, other: PayoutLine) =>
    networks.get(one) !== networks.get(other) || payees.get(one) === payees.get(other)
  return new Map([
    ...withOthers(
      lines,
      txidOf,
      (others) => `The same transaction id is in line ${others}, for the same address or on another network.`,
      clash,
    ),
    ...withOthers(
      lines,
      ({ id }) => id,
      (others) => `The same withdrawal is in line ${others}.`,
    ),
  ])
}

const networkOf = ({ network }: Pick<PayoutLine, 'network'>) => readNetwork(network) ?? network.trim().toLowerCase()

/** What is said of each line that somebody has filled in and that has something in common with others, by its number. */
function withOthers(
  lines: readonly PayoutLine[],
  common: (line: PayoutLine) => string,
  say: (others: string) => string,
  counts: (one: PayoutLine, other: PayoutLine) => boolean = () => true,
): Map<number, string> {
  const groups = Map.groupBy(
    lines.filter(({ txid }) => txid !== ''),
    common,
  )
  return new Map(
    [...groups.values()].flatMap((same) =>
      same.flatMap((one): [number, string][] => {
        const others = same.filter((other) => other !== one && counts(one, other)).map(({ line }) => line)
        return others.length === 0
          ? []
          : [[one.line, say(`${others.slice(0, 3).join(', ')}${others.length > 3 ? ', …' : ''}`)]]
      }),
    ),
  )
}

/** As the network compares ids: hexadecimal means the same in either case and with 0x or without, except on Solana. */
function txidOf({ txid, network }: PayoutLine): string {
  const isHexadecimal = networkOf({ network }) !== 'solana' && /^(0x)?[0-9a-f]+$/i.test(txid)
  return isHexadecimal ? txid.toLowerCase().replace(/^0x/, '') : txid
}

/**
 * Whether an amount of a file is this one, whichever way a spreadsheet has written it again: `1000`, `1,000.00`,
 * `1.000,00`, `$1 000,5`. A separator with one or two digits after it parts the cents, with three the thousands.
 */
export function meansAmount(written: string, amount: string): boolean {
  return written === amount || readWritten(written) === fromWire(amount)
}

/** An amount of a file as screens show it, whichever way it is written; as it is where it cannot be read. */
export function showWritten(written: string): string {
  const read = readWritten(written)
  return read === null ? written : showUsd(read)
}

function readWritten(written: string): MicroUsd | null {
  const { whole, cents = '' } = WRITTEN_AMOUNT.exec(written)?.groups ?? {}
  return whole === undefined ? null : fromWire(`${whole.replaceAll(/\D/g, '')}.${cents.padEnd(2, '0')}`)
}

const WRITTEN_AMOUNT =
  /^\$?(?<whole>\d{1,15}|\d{1,3}(?:(?<group>[.,'’\s])\d{3})(?:\k<group>\d{3})*)(?:[.,](?<cents>\d{1,2}))?$/

/** What would become of a line: it is marked as paid, or asked for and waits; it is paid already; or it is refused. */
export type PayoutVerdict = 'pay' | 'waits' | 'paid' | 'refused'
/** Why a payout waits for a second administrator. */
export const WAITS = {
  own: 'You approved it or set its amount, so it waits for a second administrator.',
  day: 'It goes beyond what you may pay out alone in a day, so it waits for a second administrator.',
  other: 'It waits for a second administrator.',
}
/** Why one more than may wait is refused. */
const NO_MORE_WAIT = `At most ${MOST_REQUESTS} of your requests can wait for a second administrator at a time. Send this one again once some are decided.`
type Foreseen = { verdict: PayoutVerdict; words: string; amount: string; wallet_id: string | null }

/**
 * The same lines, each as it would be once those before it are done: what one administrator pays out alone in a day, how
 * many of their requests may wait, and what each wallet holds, is used up from line to line. `left` is null where nothing
 * is counted.
 */
export function foresee<Line extends Foreseen>(
  lines: readonly Line[],
  shared: { left: string | null; mayAsk: number; wallets: ReadonlyMap<string, { name: string; holds: string }> },
): Line[] {
  const { left, wallets } = shared
  let alone = left === null ? null : fromWire(left)
  let { mayAsk } = shared
  const asked = (line: Line, words: string): Line => {
    if (mayAsk === 0) return { ...line, verdict: 'refused', words: NO_MORE_WAIT }
    mayAsk -= 1
    return { ...line, verdict: 'waits', words }
  }
  const holds = new Map([...wallets].map(([id, wallet]) => [id, fromWire(wallet.holds)]))
  return lines.map((line) => {
    const { verdict, wallet_id } = line
    const held = wallet_id === null ? undefined : holds.get(wallet_id)
    if ((verdict !== 'pay' && verdict !== 'waits') || wallet_id === null || held === undefined) return line
    const amount = fromWire(line.amount)
    if (amount > held) {
      const missing = dollars(toWire(microUsd(amount - held)))
      const words = `After the lines before it, ${missing} is missing in ${wallets.get(wallet_id)?.name}. Record funds first.`
      return { ...line, verdict: 'refused', words }
    }
    if (verdict === 'waits') return asked(line, line.words)
    if (alone !== null && amount > alone) return asked(line, WAITS.day)
    if (alone !== null) alone = microUsd(alone - amount)
    holds.set(wallet_id, microUsd(held - amount))
    return line
  })
}

/** A file of the lines that are left, each with what is wrong with it, to be sent again once that is mended. */
export function remainderOf({ records }: PayoutFile, left: ReadonlyMap<number, string>): string {
  const [head, ...rest] = records
  if (head === undefined) return ''
  const columns = head.fields.filter((name) => name !== PROBLEM)
  const at = head.fields.indexOf(PROBLEM)
  const lineOf = ({ fields }: CsvRecord, problem: string) => {
    const kept = fields.filter((_, place) => place !== at)
    return csvLine([...columns.map((_, place) => kept[place] ?? ''), problem])
  }
  return [
    lineOf(head, PROBLEM),
    ...rest.map((record) => {
      const problem = left.get(record.line)
      return problem === undefined ? '' : lineOf(record, problem)
    }),
  ].join('')
}
const PROBLEM = 'problem'
