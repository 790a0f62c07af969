import { readFileSync } from 'node:fs'

/** Where `--help` was asked for, prints what the comment at the beginning of a command says of it, and ends with 0. */
export function tellUsage(file: string): void {
  if (!process.argv.slice(2).includes('--help')) return
  const [, comment = ''] = /^\/\*\*\n([^]*?)\n \*\/$/m.exec(readFileSync(file, 'utf8')) ?? []
  console.log(comment.replaceAll(/^ \* ?/gm, ''))
  process.exit()
}
