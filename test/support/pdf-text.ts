import { inflateSync } from 'node:zlib'

/** The text of a PDF as pdfkit writes it, in the order in which it was written; one line for each piece of text. */
export function textOfPdf(bytes: Uint8Array): string {
  const file = Buffer.from(bytes).toString('latin1')
  const objects = new Map(
    [...file.matchAll(/(?<=[\r\n])(\d+) 0 obj([\s\S]*?)endobj/g)].map(([, id = '', body = '']) => [id, body]),
  )
  const streamOf = (body: string) => {
    const [opened = '', head = ''] = /^([\s\S]*?)stream\r?\n/.exec(body) ?? []
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const stream = body.slice(opened.length, opened.length + length)
    return head.includes('FlateDecode') ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : stream
  }
  const letters = new Map<string, string[]>()
  for (const [, name = '', id = ''] of file.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const [, unicode = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? []
    const map = streamOf(objects.get(unicode) ?? '')
    letters.set(
      name,
      [...map.matchAll(/\[([^\]]*)\]/g)].flatMap(([, codes = '']) =>
        [...codes.matchAll(/<([0-9a-f]*)>/gi)].map(([, code = '']) => fromHex(code)),
      ),
    )
  }
  const pieces: string[] = []
  for (const body of objects.values()) {
    let font: string[] = []
    for (const [, name, , text] of streamOf(body).matchAll(/\/(F\d+) ([\d.]+) Tf|(\[[^\]]*\]) TJ/g)) {
      if (name !== undefined) font = letters.get(name) ?? []
      else pieces.push([...(text ?? '').matchAll(/<([0-9a-f]+)>/gi)].map(([, code = '']) => read(font, code)).join(''))
    }
  }
  return pieces.join('\n')
}

function read(font: readonly string[], hex: string): string {
  return [...hex.matchAll(/.{4}/g)].map(([glyph]) => font[Number.parseInt(glyph, 16)] ?? '').join('')
}

function fromHex(code: string): string {
  return [...code.matchAll(/.{4}/g)].map(([unit]) => String.fromCharCode(Number.parseInt(unit, 16))).join('')
}
