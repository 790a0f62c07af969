import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The web build: one entry, hashed files under dist/assets, nothing from a foreign host. */
export default defineConfig({
  appType: 'spa',
  publicDir: 'src/app/web/public',
  plugins: [react({ compiler: true }), tailwindcss()],
  build: {
    outDir: 'dist',
    // the budget check reads which chunk needs which
    manifest: true,
    // no data: addresses, the content security policy allows only our own files
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
  },
})
