import { Fragment, type ReactNode } from 'react'
import { MAIL_ELEMENTS } from '#mail/rules.ts'
import { policyOf } from '#ui/trusted.ts'

/** What is read here is only taken apart: of it nothing is ever put into the page. */
const mail = policyOf('mail', { createHTML: (html) => html })
const KNOWN = new Set<string>(MAIL_ELEMENTS)
const LINK = /^(https?:\/\/|mailto:)/i

const classNames: Readonly<Record<string, string>> = {
  h1: 'text-22',
  h2: 'text-17',
  ul: 'list-disc ps-5',
  ol: 'list-decimal ps-5',
  blockquote: 'border-s-2 border-line-strong ps-4 text-ink-2',
  pre: 'rounded-tile bg-sunken p-3 text-14 whitespace-pre-wrap',
  a: 'text-brand underline',
  hr: 'border-line',
}
/** Under the headings of the screen itself. */
const HEADINGS: Readonly<Record<string, 'h3' | 'h4'>> = { h1: 'h3', h2: 'h4', h3: 'h4', h4: 'h4', h5: 'h4', h6: 'h4' }

/**
 * A mail's HTML as it will look. The document is taken apart and built again from the few elements that a mail can have,
 * so that nothing in it could run here whatever the server sent.
 */
export function MailPaper({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(mail.createHTML(html) as string, 'text/html')
  return <div className="flex flex-col gap-3 wrap-anywhere">{childrenOf(body)}</div>
}

function childrenOf(node: Node): ReactNode[] {
  return [...node.childNodes].map((child, place) => <Fragment key={place}>{built(child)}</Fragment>)
}

function built(node: Node): ReactNode {
  if (!(node instanceof Element)) return node.textContent
  const name = node.localName
  if (!KNOWN.has(name)) return node.textContent
  const className = classNames[name]
  if (name === 'br' || name === 'hr') return name === 'br' ? <br /> : <hr className={className} />
  if (name === 'a') return linkTo(node, className)
  const Element_ = (HEADINGS[name] ?? name) as 'p'
  const start = node.getAttribute('start')
  return (
    <Element_ className={className} {...(start === null ? {} : { start: Number(start) })}>
      {childrenOf(node)}
    </Element_>
  )
}

function linkTo(node: Element, className: string | undefined): ReactNode {
  const href = node.getAttribute('href') ?? ''
  if (!LINK.test(href)) return childrenOf(node)
  return (
    <a href={href} target="_blank" rel="noreferrer" className={className}>
      {childrenOf(node)}
    </a>
  )
}
