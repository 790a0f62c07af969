import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './src/app/chunk-groups.ts'
import { layCopies } from './src/app/compressed-copies.ts'
import { iconFiles } from './src/app/icon-files.ts'

/** The files of administrators' screens, of what only a wide screen has room for, and of what is seldom opened. */
const SELDOM =
  /\/(admin-(?!frame)|list-users|view-(account|user)|beside|investor-menu|device|security|link-screen|setup|accept-roles|books|leave-early|proof|kyc|verify|sign-in-factor|profile|forgot-password|reset-password)/
/** The chunks that are there before anything is fetched on its own: to ask for them again costs a phone time. */
const THERE = /\/(core|rolldown-runtime|start)-/

/** Lays compressed copies beside each text file of the build. */
const copies: Plugin = {
  name: 'compressed-copies',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    const files = await readdir(dir, { recursive: true })
    const texts = files.filter((file) => /\.(html|js|css|svg|webmanifest)$/.test(file))
    await Promise.all(texts.map((file) => layCopies(join(dir, file))))
  },
}

/** The web build: one entry, hashed files under dist/assets, nothing from a foreign host. */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'spa',
  publicDir: 'src/app/web/public',
  plugins: [iconFiles(), react({ compiler: true }), tailwindcss(), copies],
  build: {
    outDir: 'dist',
    // the budget check reads which chunk needs which
    manifest: true,
    // no data: addresses, the content security policy allows only our own files
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // these name their parts themselves: else what everybody loads carried the list of them
      resolveDependencies: (file, parts) => (SELDOM.test(file) ? [] : parts.filter((part) => !THERE.test(part))),
    },
    target: 'es2023',
    // at build time, where pages are rendered, each module runs only where it is needed
    rolldownOptions: {
      output: {
        codeSplitting: isSsrBuild ? true : { groups: chunkGroups },
        // every page carries the names of what it may fetch; seven letters tell billions of versions of one file apart
        ...(!isSsrBuild && {
          chunkFileNames: 'assets/[name]-[hash:7].js',
          entryFileNames: 'assets/[name]-[hash:7].js',
        }),
      },
    },
  },
}))
