/** The terms that the program brings along, as an operator would write them. They are in force until others are published. */
export const DEFAULT_TERMS = `1. Your capital is at risk. What a plan has earned so far says nothing certain about what it will earn.
2. Daily rate, duration and referral percent of a plan are copied into your investment when you make it. Later changes of the plan do not touch it.
3. An investment earns from the second it is approved until the end of its duration. Its principal then returns to your Earnings Wallet, or to your bonus balance if it was paid from that.
4. Withdrawals are reviewed by people before they are paid. The amount is held from the moment you ask for it, and comes back if the withdrawal is declined or cancelled.
5. Before you invest or withdraw we may have to check who you are.
6. Your username is public: it is in your invitation link, and those you invite see it.
7. Whoever invited you sees your username and your full e-mail address with each investment of yours that makes them a referral bonus: its amount, when it was approved, and whether it has been changed, has ended or no longer stands.
8. Every investor sees the newest investments on Plumb: amount, plan, time and state, and the e-mail address with its middle hidden.
9. Each balance is the sum of entries in our books. Entries are never changed; a mistake is mended by a further entry, which you can see.`

/** The most characters and lines that terms may have: each line is compared with each when they change. */
export const LONGEST_TERMS = 30_000
const LONGEST_IN_WORDS = LONGEST_TERMS.toLocaleString('en-US')
const MOST_LINES = 600

/** What cannot be seen and no writing needs, and what turns the direction of what follows. */
const NOT_WRITTEN =
  /[[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]--[\n\u200C\u200D\p{Variation_Selector}]]/v

/** Reads terms as an owner has typed them, in the one form that they are kept in; or a sentence that says what is wrong. */
export function readTerms(typed: string): { text: string } | { problem: string } {
  const text = typed
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .normalize('NFC')
    .replaceAll(/ +$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  if (text === '') return { problem: 'Write the terms.' }
  if (text.length > LONGEST_TERMS) return { problem: `Use at most ${LONGEST_IN_WORDS} characters.` }
  if (text.split('\n').length > MOST_LINES) return { problem: `Use at most ${MOST_LINES} lines.` }
  const odd = NOT_WRITTEN.exec(text)
  if (odd === null) return { text }
  const line = text.slice(0, odd.index).split('\n').length
  return { problem: `Line ${line} has a character that cannot be seen. Type that line again.` }
}

/** A part of the terms, by the element that it is shown as; lists have an entry a line, the others one line. */
export type TermsPart = { tag: 'h2' | 'h3' | 'p' | 'ul' | 'ol'; lines: string[] }

/** What a line may begin with, and what it is then. Everything else that is typed is text, HTML above all. */
const MARKS: readonly [RegExp, TermsPart['tag']][] = [
  [/^## +/, 'h3'],
  [/^# +/, 'h2'],
  [/^[-*] +/, 'ul'],
  [/^\d{1,3}[.)] +/, 'ol'],
]

/**
 * Terms in their parts. A line with `#` or `##` is a heading, lines with `-` or with a number are a list, lines without
 * an empty one between them are one paragraph. Numbers are counted anew in each list.
 */
export function termsParts(content: string): TermsPart[] {
  const parts: TermsPart[] = []
  let open: TermsPart | undefined
  for (const line of content.split('\n').map((each) => each.trim())) {
    const [mark, tag] = MARKS.find(([begins]) => begins.test(line)) ?? [/^/, 'p' as const]
    const text = line.replace(mark, '')
    const goesOn = open?.tag === tag && tag !== 'h2' && tag !== 'h3'
    if (text === '') open = undefined
    else if (open && goesOn && tag === 'p') open.lines = [`${open.lines.join('')} ${text}`]
    else if (open && goesOn) open.lines.push(text)
    else parts.push((open = { tag, lines: [text] }))
  }
  return parts
}

/** The classes of each element, on the page and in the preview. */
export const TERMS_CLASSES: Readonly<Record<TermsPart['tag'] | 'li' | 'div', string>> = {
  div: 'flex flex-col gap-3',
  h2: 'mt-3 text-17',
  h3: 'mt-1 text-15',
  p: 'text-ink-2',
  ul: 'flex list-disc flex-col gap-3 ps-5 text-ink-2 marker:text-ink-3',
  ol: 'flex list-decimal flex-col gap-3 ps-5 text-ink-2 marker:text-ink-3',
  li: 'ps-1',
}

/** Terms as the screen draws them (`web/terms-text.tsx`), for the page before its scripts. */
export function termsHtml(content: string): string {
  const parts = termsParts(content).map(({ tag, lines }) => {
    const text = lines.map(escaped)
    const inner =
      tag === 'ul' || tag === 'ol' ? text.map((line) => `<li class="${TERMS_CLASSES.li}">${line}</li>`) : text
    return `<${tag} class="${TERMS_CLASSES[tag]}">${inner.join('')}</${tag}>`
  })
  return `<div class="${TERMS_CLASSES.div}">${parts.join('')}</div>`
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }

/** As React writes text into a page. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
}

/** A piece of two texts that are compared: it stands in both, is gone, or is new. */
export type Piece = { kind: 'same' | 'gone' | 'new'; text: string }

/** What of one list stands in another in the same order (the longest such), what has gone and what is new. */
export function compare(before: readonly string[], after: readonly string[]): Piece[] {
  // lengths[i][j]: of the longest that before from i and after from j have in common
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? new Uint16Array()
    for (let j = after.length - 1; j >= 0; j -= 1)
      row[j] = before[i] === after[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
  }
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [was, is] = [before[i], after[j]]
    if (was !== undefined && was === is) {
      pieces.push({ kind: 'same', text: was })
      i += 1
      j += 1
    } else if (was !== undefined && (is === undefined || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      pieces.push({ kind: 'gone', text: was })
      i += 1
    } else {
      pieces.push({ kind: 'new', text: is ?? '' })
      j += 1
    }
  }
  return pieces
}

/** A line that is another one: null where there was none before, or is none after. */
export type ChangedLine = { before: string | null; after: string | null }

/** The lines in which two texts differ; what has gone and what is new in the same place are one line that has changed. */
export function changedLines(before: string, after: string): ChangedLine[] {
  const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')
  const changed: ChangedLine[] = []
  let gone: ChangedLine[] = []
  for (const { kind, text } of compare(linesOf(before), linesOf(after))) {
    const [first] = gone
    if (kind === 'same') gone = []
    else if (kind === 'gone') {
      const line = { before: text, after: null }
      changed.push(line)
      gone.push(line)
    } else if (first) {
      first.after = text
      gone.shift()
    } else changed.push({ before: null, after: text })
  }
  return changed
}

/** A line that has changed, word by word; whole where less than half of it is still there. */
export function changedWords({ before, after }: ChangedLine): Piece[] {
  const wordsOf = (line: string | null) => (line === null ? [] : line.split(/(?<= )/))
  const [was, is] = [wordsOf(before), wordsOf(after)]
  const pieces = compare(was, is)
  const kept = pieces.filter(({ kind }) => kind === 'same').length
  if (kept * 2 >= Math.max(was.length, is.length) || before === null || after === null) return pieces
  return [
    { kind: 'gone', text: `${before} ` },
    { kind: 'new', text: after },
  ]
}
