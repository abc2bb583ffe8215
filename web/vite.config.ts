import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** The page asks its own program alone, so its tags need no word on other sites. */
const plainTags: Plugin = {
  name: 'plain-tags',
  transformIndexHtml: { order: 'post', handler: (html) => html.replaceAll(' crossorigin', '') },
};

/** One script and one style sheet with names that stay: the program embeds them. */
export default defineConfig({
  plugins: [plainTags],
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
  build: {
    target: 'es2022',
    cssTarget: 'chrome123',
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: {
      output: {
        entryFileNames: 'assets/page.js',
        chunkFileNames: 'assets/[name].js',
        assetFileNames: 'assets/page[extname]',
      },
    },
  },
  server: { proxy: { '/socket': { target: 'ws://127.0.0.1:5174', ws: true } } },
  test: { include: ['src/**/*.test.ts'], silent: true },
});
