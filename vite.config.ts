import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const compress = promisify(brotliCompress)

/** Lays a brotli copy beside each text file of the build, so that the server has nothing to compress. */
const brotli: Plugin = {
  name: 'brotli',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    const files = await readdir(dir, { recursive: true })
    const texts = files.filter((file) => /\.(js|css|svg|webmanifest)$/.test(file))
    await Promise.all(
      texts.map(async (file) => writeFile(join(dir, `${file}.br`), await compress(await readFile(join(dir, file))))),
    )
  },
}

/** What every page needs and nobody changes: one chunk, kept for long. */
const core = {
  name: 'core',
  test: /node_modules.(react|react-dom|scheduler|@tanstack.(react-router|router-core|history))\//,
}

/** What nearly every signed-in page needs and no signed-out page does; measured 4 KB smaller than a chunk for each. */
const signedInParts = [
  'node_modules/@tanstack/(react-query|query-core)/',
  'src/money/',
  'src/app/web/(signed-in|events|cache|page|bottom-bar|menu-link)[.]',
  'src/ui/(avatar|card|empty-state|figures|hidden-amount|money|now|offline-banner|panel|panel-url)[.]',
  'src/ui/(read|record-row|screen-head|skeleton|ticking-money|times|wide)[.]',
]
const signedIn = {
  name: 'signed-in',
  test: new RegExp(signedInParts.join('|')),
  // their own dependencies may be shared with signed-out pages
  includeDependenciesRecursively: false,
}

/** The web build: one entry, hashed files under dist/assets, nothing from a foreign host. */
export default defineConfig({
  appType: 'spa',
  publicDir: 'src/app/web/public',
  plugins: [react({ compiler: true }), tailwindcss(), brotli],
  build: {
    outDir: 'dist',
    // the budget check reads which chunk needs which
    manifest: true,
    // no data: addresses, the content security policy allows only our own files
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    // few chunks compress better than many
    rolldownOptions: { output: { codeSplitting: { groups: [core, signedIn] } } },
  },
})
