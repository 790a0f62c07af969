import { setImmediate as letOthersGo } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { refuseField } from '#kit/refusal.ts'

/** An element of a record, with what stands in it. */
export type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string }

/** A record has no more of each than this: what has is no list of names. */
const MOST = { depth: 20, elements: 20_000, attributes: 60, text: 2_000_000 }
/** Letters that are read at a time: some milliseconds. */
const PIECE = 64 * 1024

/**
 * Reads a file record by record, so that no more than one of them is held: `names` says which elements are records. The
 * first element of the file comes first, bare. 422 for what is not well-formed, for a document type (with which entities
 * come), and for records that no list has. Everything else that waits gets its turn between the pieces.
 */
export async function readXml(
  text: string,
  names: ReadonlySet<string>,
  take: (record: Element, root: Element) => void,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: true })
  const open: Element[] = []
  let [root, record]: (Element | undefined)[] = []
  let [depth, elements, letters, attributes] = [0, 0, 0, 0]
  const limit = (count: number, most: number) => {
    if (count > most) refuseField('file', 'This file is no list of names: one of its records is too large.')
  }
  parser.on('error', (error) => refuseField('file', `This file cannot be read as XML. ${sentence(error.message)}`))
  parser.on('doctype', refuseDocumentType)
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^utf-?8$/i.test(encoding))
      refuseField('file', `This file says that it is in ${encoding.slice(0, 20)}. Save it as UTF-8.`)
  })
  parser.on('opentagstart', () => void (attributes = 0))
  parser.on('attribute', () => limit((attributes += 1), MOST.attributes))
  parser.on('opentag', (tag) => {
    limit((depth += 1), MOST.depth)
    const element: Element = { name: tag.local, attributes: attributesOf(tag.attributes), children: [], text: '' }
    if (root === undefined) root = element
    else if (record === undefined && names.has(element.name)) {
      ;[record, elements, letters] = [element, 0, 0]
      open.push(element)
    } else if (record !== undefined) {
      limit((elements += 1), MOST.elements)
      open.at(-1)?.children.push(element)
      open.push(element)
    }
  })
  const addText = (said: string) => {
    const inside = open.at(-1)
    if (inside === undefined) return
    limit((letters += said.length), MOST.text)
    inside.text += said
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    depth -= 1
    const closed = open.pop()
    if (closed === undefined || closed !== record || root === undefined) return
    record = undefined
    take(closed, root)
  })
  for (let at = 0; at < text.length; at += PIECE) {
    parser.write(text.slice(at, at + PIECE))
    await letOthersGo()
  }
  parser.close()
}

/** With a document type come entities, of which a few lines make gigabytes, or which read other files. */
export function refuseDocumentType(): never {
  return refuseField('file', 'This file defines a document type (DOCTYPE), which no list needs.')
}

/** All elements of a name within another, at any depth. */
export function within(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...within(child, name)])
}

/** What stands in the first child of a name; empty where there is none. */
export function textOf(element: Element, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? ''
}

function attributesOf(of: Record<string, { local: string; value: string }>): Record<string, string> {
  return Object.fromEntries(Object.values(of).map(({ local, value }) => [local, value]))
}

/** The parser’s own words begin with line and column. */
function sentence(said: string): string {
  return `Line and column ${said.slice(0, 120).replace(/\.?$/, '.')}`
}
