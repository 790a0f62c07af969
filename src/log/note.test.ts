import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase64, toBase64, utf8 } from './bytes-rules.ts'
import { signerOf, signNote } from './note.ts'
import { openNote, readNote, readTreeHead, readVerifierKey, textOfTreeHead } from './verify-note-rules.ts'

/** The example of Go's package note: its key, its text and what that key made of it. */
const SEED = 'AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'
const KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const NOTE = `${TEXT}
— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`
const verifier = async (key = KEY) => {
  const read = await readVerifierKey(key)
  if (read === undefined) throw new Error(`no key: ${key}`)
  return read
}
const peter = () => signerOf('PeterNeumann', Buffer.from(SEED, 'base64').subarray(1))

describe('a signed note', () => {
  test('is signed as others sign it, to the byte', async () => {
    const signer = await peter()
    expect(signer.verifierKey).toBe(KEY)
    expect(await signNote(TEXT, signer)).toBe(NOTE)
    expect(await openNote(NOTE, await verifier())).toBe(TEXT)
  })

  test('opens with a further signature of a stranger, and not by the stranger’s alone', async () => {
    const stranger = await signNote(TEXT, await signerOf('stranger', utf8('s'.repeat(32))))
    const both = NOTE + stranger.slice(stranger.indexOf('—'))
    expect(await openNote(both, await verifier())).toBe(TEXT)
    expect(await openNote(stranger, await verifier())).toBeUndefined()
  })

  test('of another text, another signature or a wrong signature beside the right one opens for nobody', async () => {
    const key = await verifier()
    expect(await openNote(NOTE.replace('your', 'our'), key)).toBeUndefined()
    const wrong = NOTE.replace('ZJkuBS9UG', 'ZJkuBS9UH')
    expect(await openNote(wrong, key)).toBeUndefined()
    expect(await openNote(NOTE + wrong.slice(wrong.indexOf('—')), key)).toBeUndefined()
    await fc.assert(
      fc.asyncProperty(fc.nat(NOTE.length - 2), fc.constantFrom('x', 'A', '\n', ' '), async (at, letter) => {
        const changed = NOTE.slice(0, at) + letter + NOTE.slice(at + 1)
        expect(changed === NOTE ? TEXT : await openNote(changed, key)).toBe(changed === NOTE ? TEXT : undefined)
      }),
    )
  })

  test('has a form, and what has another is no note', () => {
    for (const wrong of ['', TEXT, `${TEXT}\n`, NOTE.slice(0, -1), `${NOTE}\n`, NOTE.replace('—', '-'), `\t${NOTE}`]) {
      expect(readNote(wrong)).toBeUndefined()
    }
    const line = NOTE.slice(NOTE.indexOf('—'))
    expect(readNote(NOTE + line.repeat(15))?.signatures).toHaveLength(16)
    expect(readNote(NOTE + line.repeat(16))).toBeUndefined()
  })

  test('keys with another id, another kind or another length are none', async () => {
    for (const wrong of [
      KEY.replace('c74f', 'c74e'),
      KEY.replace('+AR', '+BR'),
      KEY.slice(0, -4),
      'PeterNeumann',
      '',
    ]) {
      expect(await readVerifierKey(wrong)).toBeUndefined()
    }
    await expect(signerOf('two words', utf8('s'.repeat(32)))).rejects.toThrow('without spaces')
    await expect(signerOf('short', utf8('s'))).rejects.toThrow('32 bytes')
    await expect(signNote('no end', await peter())).rejects.toThrow('ends its last line')
  })
})

describe('a checkpoint', () => {
  const body = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'

  test('is read and written as its specification shows it', () => {
    const head = readTreeHead(body)
    expect(head).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 })
    expect(head && textOfTreeHead(head)).toBe(body)
    expect(readTreeHead(`${body}another line\n`)).toEqual(head)
  })

  test('with a size that is written otherwise, or a root of another length, is none', () => {
    for (const wrong of [body.replace('20852163', '020852163'), body.replace('20852163', '-1'), body.slice(0, -1)]) {
      expect(readTreeHead(wrong)).toBeUndefined()
    }
    expect(readTreeHead(body.replace('q2I=', 'q2I'))).toBeUndefined()
    expect(readTreeHead(body.replace('CsUY', ''))).toBeUndefined()
    expect(readTreeHead(body.replace('20852163', '9'.repeat(20)))).toBeUndefined()
  })

  test('comes back from base64 byte for byte', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fromBase64(toBase64(bytes))).toEqual(bytes)
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      }),
    )
    expect(fromBase64('AB==')).toBeUndefined()
  })
})
