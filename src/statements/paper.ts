import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PdfDocument from 'pdfkit'
import { usdParts } from '#money/show.ts'
import type { MicroUsd } from '#money/micro-usd.ts'

/** Points. A4 is 595.28 by 841.89. */
export const PAGE = { left: 52, right: 543, top: 52, bottom: 786, foot: 806 } as const
export const INK = { full: '#10201b', second: '#46564f', third: '#5e6e67', line: '#dde3db', brand: '#0a6556' } as const

const [REGULAR, STRONG] = ['400', '600'].map((weight) =>
  readFileSync(join(import.meta.dirname, `../ui/font/host-grotesk-${weight}.ttf`)),
)
const MARK_SIDE = 64

export type Paper = InstanceType<typeof PdfDocument>

/** An empty A4 document in the house's font, whose pages are kept until all are numbered. */
export function newPaper(info: { title: string; operator: string; madeAt: Date }): Paper {
  const paper = new PdfDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: info.title, Author: info.operator, Creator: 'Plumb', Producer: 'Plumb', CreationDate: info.madeAt },
  })
  paper.registerFont('regular', REGULAR)
  paper.registerFont('strong', STRONG)
  return paper
}

/** Ends the document and answers its bytes. */
export async function bytesOf(paper: Paper): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  const done = new Promise<Uint8Array>((resolve, reject) => {
    paper.on('data', (part: Uint8Array) => parts.push(part))
    paper.on('end', () => resolve(Buffer.concat(parts)))
    paper.on('error', reject)
  })
  paper.end()
  return done
}

type TextStyle = { size?: number; ink?: string; font?: 'regular' | 'strong' }

/** Writes one line of text that begins at a place; what does not fit the width ends in an ellipsis. */
export function write(
  paper: Paper,
  text: string,
  x: number,
  y: number,
  style: TextStyle & { width?: number } = {},
): void {
  dip(paper, style)
  paper.text(text, x, y, {
    lineBreak: style.width !== undefined,
    ...(style.width === undefined ? {} : { width: style.width, height: (style.size ?? 9) * 1.1, ellipsis: true }),
  })
}

/** Writes one line of text that ends at a place. */
export function writeTo(paper: Paper, text: string, right: number, y: number, style: TextStyle = {}): void {
  dip(paper, style)
  paper.text(text, right - paper.widthOfString(text), y, { lineBreak: false })
}

/** Writes text over as many lines as it takes. */
export function writeAll(paper: Paper, text: string, x: number, y: number, width: number, style: TextStyle = {}): void {
  dip(paper, style)
  paper.text(text, x, y, { width, lineGap: 1.5 })
}

/** How high `writeAll` would come out. */
export function heightOf(paper: Paper, text: string, width: number, style: TextStyle = {}): number {
  dip(paper, style)
  return paper.heightOfString(text, { width, lineGap: 1.5 })
}

/**
 * Writes an amount with its cents ending at a place and what is smaller than a cent beyond it, all six decimals, so that
 * a column lines up and is exact. Negative in accounting style.
 */
export function writeMoney(paper: Paper, amount: MicroUsd, right: number, y: number, style: TextStyle = {}): void {
  const { whole, fraction } = usdParts(amount, 6)
  const rest = fraction.slice(2)
  writeTo(paper, `${amount < 0n ? '(' : ''}$${whole}.${fraction.slice(0, 2)}`, right, y, style)
  const beyond = paper.widthOfString(rest)
  write(paper, rest, right, y, { ...style, ink: INK.third })
  if (amount < 0n) write(paper, ')', right + beyond, y, style)
}

/** A hairline from margin to margin. */
export function rule(paper: Paper, y: number, ink: string = INK.line): void {
  paper.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.6).strokeColor(ink).stroke()
}

/** The mark: a plumb line with a gold bob on a verdigris tile (src/ui/mark.tsx). */
export function drawMark(paper: Paper, x: number, y: number, side: number): void {
  paper
    .save()
    .translate(x, y)
    .scale(side / MARK_SIDE)
  paper.roundedRect(0, 0, MARK_SIDE, MARK_SIDE, 18).fill('#0a3f35')
  paper.path('M32 11v29').lineWidth(3.4).lineCap('round').stroke('#A4EBD5')
  paper
    .path('M24.6 35.5h14.8c1 0 1.6 1 1.2 1.9l-7.3 15.1c-.5 1.1-2.1 1.1-2.6 0l-7.3-15.1c-.4-.9.2-1.9 1.2-1.9z')
    .fill('#F2C25B')
  paper.restore()
}

function dip(paper: Paper, { size = 9, ink = INK.full, font = 'regular' }: TextStyle): void {
  paper.font(font).fontSize(size).fillColor(ink)
}
