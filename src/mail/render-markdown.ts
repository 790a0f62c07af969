import MarkdownIt, { type Token } from 'markdown-it'

/** Links of a mail: to the web and to a mail address, by their whole address. Nothing that could run, nothing relative. */
const MAY_BE_LINKED = /^(https?:\/\/|mailto:)[^\s]/i

/** Markdown is CommonMark; HTML in it is text, lines stay lines, addresses become links, pictures their description. */
const markdown = new MarkdownIt('commonmark', { html: false, breaks: true, linkify: true }).enable('linkify')
markdown.validateLink = (url) => MAY_BE_LINKED.test(url)
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
const escape = (text: string) => markdown.utils.escapeHtml(text)
markdown.renderer.rules['image'] = (tokens, at) => escape(tokens[at]?.content ?? '')
// Without the word after the fence, which is of no use in a mail.
markdown.renderer.rules['fence'] = (tokens, at) => `<pre><code>${escape(tokens[at]?.content ?? '')}</code></pre>\n`

/** A mail's content as HTML: the elements of `MAIL_ELEMENTS`, whose only attributes are a link's address and a list's start. */
export function markdownAsHtml(content: string): string {
  return markdown.render(content)
}

/** What a mail shows above its content: its receiver's own word, and a picture that it brings along. */
type Above = { word: string; picture: { cid: string; says: string } | undefined }

/** The same as a whole document, with lines at its foot: no scripts, nothing that is fetched from elsewhere. */
export function htmlDocument(
  title: string,
  content: string,
  { word, picture }: Above = NOTHING_ABOVE,
  foot: readonly string[] = [],
): string {
  const shown =
    picture && `<p><img src="cid:${picture.cid}" width="120" height="120" alt="${escape(picture.says)}"></p>\n`
  return (
    '<!doctype html>\n<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<meta name="color-scheme" content="light dark"><title>${escape(title)}</title></head>\n` +
    '<body style="margin:0 auto;padding:24px;max-width:640px;font:16px/1.5 system-ui,sans-serif">\n' +
    (word === '' ? '' : `<p>${escape(word)}</p>\n`) +
    (shown ?? '') +
    `${markdownAsHtml(content)}${foot.length === 0 ? '' : `${SMALL}${foot.map(escape).join('<br>\n')}</p>\n`}</body></html>\n`
  )
}

/** What nobody has to read, and may break anywhere. */
const SMALL = '<p style="margin-top:32px;font-size:12px;opacity:.75;overflow-wrap:anywhere">'
const NOTHING_ABOVE: Above = { word: '', picture: undefined }

/** What the lines of a list item or a quotation begin with, and whether one has been written. */
type Edge = { first: string; rest: string; begun: boolean }

/** A mail's content as plain text, readable as it stands: lists keep their marks, a link has its address behind it. */
export function markdownAsText(content: string): string {
  const lines: string[] = []
  const edges: Edge[] = []
  const lists: { next: number | undefined }[] = []
  // Items of a list that is written closely follow each other without an empty line.
  let close = false
  let closeBefore = false

  const begin = () => edges.map(({ first, rest, begun }) => (begun ? rest : first)).join('')
  const say = (text: string) => {
    const open = edges.filter(({ begun }) => begun).map(({ rest }) => rest)
    if (lines.length > 0 && !(close && closeBefore)) lines.push(open.join('').trimEnd())
    for (const line of text.split('\n')) {
      lines.push((begin() + line).trimEnd())
      for (const edge of edges) edge.begun = true
    }
    closeBefore = close
    close = false
  }

  for (const token of markdown.parse(content, {})) {
    if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') {
      if (lists.length === 0) closeBefore = false
      lists.push({ next: token.tag === 'ol' ? Number(token.attrGet('start') ?? 1) : undefined })
    } else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop()
    else if (token.type === 'list_item_open') edges.push(edgeOfItem(lists.at(-1)))
    else if (token.type === 'blockquote_open') edges.push({ first: '> ', rest: '> ', begun: false })
    else if (token.type === 'list_item_close' || token.type === 'blockquote_close') edges.pop()
    else if (token.type === 'paragraph_open') close = token.hidden
    else if (token.type === 'inline') say(inlineAsText(token.children ?? []))
    else if (token.type === 'hr') say('-'.repeat(20))
    else if (token.type === 'fence' || token.type === 'code_block') say(indented(token.content))
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

function edgeOfItem(list: { next: number | undefined } | undefined): Edge {
  if (list?.next === undefined) return { first: '- ', rest: '  ', begun: false }
  const first = `${list.next}. `
  list.next += 1
  return { first, rest: ' '.repeat(first.length), begun: false }
}

function indented(code: string): string {
  return code.replace(/\n$/, '').replace(/^/gm, '    ')
}

function inlineAsText(tokens: readonly Token[]): string {
  let text = ''
  const links: { href: string; from: number }[] = []
  for (const token of tokens) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n'
    else if (token.type === 'link_open') links.push({ href: String(token.attrGet('href') ?? ''), from: text.length })
    else if (token.type === 'link_close') text += addressBehind(text, links.pop())
    else text += token.content
  }
  return text
}

/** Nothing if the link is its own address. */
function addressBehind(text: string, link: { href: string; from: number } | undefined): string {
  if (link === undefined) return ''
  const said = text.slice(link.from)
  return said === link.href || `mailto:${said}` === link.href ? '' : ` <${link.href}>`
}
