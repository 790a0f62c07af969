/**
 * What the fields of the wire are called where people read of them: in the sentence of a refusal, and in a window for
 * what no field of the page says.
 */
const NAMES: Readonly<Record<string, string>> = {
  address_name: 'name of the address',
  at_end: 'what happens at its end',
  available: 'available to investors',
  back: 'back of the document',
  coin_contract: 'token contract',
  coin_decimals: 'decimals of the coin',
  cursor: 'place in the list',
  daily_roi: 'rate per day',
  early_roi: 'early rate',
  document_country: 'country of the document',
  durations_copy: 'durations',
  email_code: 'code from the email',
  endpoint: 'address for notifications',
  epoch: 'number of the proof',
  expires_on: 'expiry date',
  face: 'picture of you',
  fewer: 'fewer people than before',
  follows: 'version it follows',
  from_suspense: 'held money',
  front: 'front of the document',
  image: 'picture',
  keys: 'keys for notifications',
  limit: 'rows per page',
  lines: 'lines of the file',
  looked_up: 'payment that was looked up',
  max: 'largest amount',
  max_amount: 'maximum amount',
  min: 'smallest amount',
  min_amount: 'minimum amount',
  mrz: 'machine-readable lines',
  order: 'order of the lines',
  password_confirmation: 'password, again',
  person: 'name, birth date and nationality',
  phone: 'phone number',
  phone_code: 'code from the text message',
  plan_id: 'plan',
  q: 'search',
  quote_id: 'quote',
  received: 'amount received',
  ref_bonus: 'referral bonus',
  referral: 'invited by',
  remember: 'remember this account',
  returns: 'what the reserve earns',
  search: 'filters',
  segment: 'receivers',
  sessions: 'sign-ins',
  side: 'side of the document',
  sort: 'order',
  street: 'street and number',
  subject: 'record',
  symbol: 'coin',
  terms_version: 'version of the terms',
  text: 'note',
  through: 'newest notification',
  to_reserve: 'set apart for promises',
  token: 'link',
  tranx_id: 'payment',
  txid: 'transaction id',
  wallet_id: 'payment wallet',
  wallet_name: 'payment method',
  wanted: 'whether it is wanted',
  withdrawn: 'share that is withdrawn',
  zone: 'time zone',
}

/** Those that are called what the wire calls them, with blanks. */
const SAME = (
  'account action address amount backing birth_date blocked category checklist city code codes coin ' +
  'content country current_password date days description direction document document_number duration ' +
  'email file from id ids interval kind legal_name list name nationality new_investments network note ' +
  'passkey password postal_code provider reason receiver recovery_code roles run sentence signature source status summary ' +
  'terms title to user value version wallet_address word'
).split(' ')

/** The name of a field for people: `legal name`. One that no call has, such as a program may send, keeps its own. */
export function fieldName(field: string): string {
  if (SAME.includes(field)) return field.replaceAll('_', ' ')
  return Object.hasOwn(NAMES, field) ? (NAMES[field] ?? field) : field
}

/** The fields that have a name here. */
export const NAMED_FIELDS: readonly string[] = [...SAME, ...Object.keys(NAMES)]
