import { readFile } from 'node:fs/promises'
import type { OwnBundle } from './contract.ts'

const PAGE = new URL('./proof-page.html', import.meta.url)
const CHECK = new URL('./web/check-bundle.js', import.meta.url)

/** One page that checks a bundle by itself, without a connection: the script is the one by which the app checks. */
export async function proofPage(bundle: OwnBundle): Promise<string> {
  const [page, check] = await Promise.all([readFile(PAGE, 'utf8'), readFile(CHECK, 'utf8')])
  const kept = JSON.stringify(bundle).replaceAll('<', '\\u003c')
  return page.replace('CHECK', () => check.replaceAll(/^export /gm, '').trim()).replace('BUNDLE', () => kept)
}
